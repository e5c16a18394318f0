/** Splits a source with several skills into one submission each, in the same batch that ends the parent. */

import { formatSelector, selectorOfFolder } from "../../domain/skill-selector.ts";
import { type Child, insertChildren } from "../ledger/children.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import type { DiscoveredSource } from "../sources/fetch-source.ts";
import { advance, type PipelineRun, type StepOutcome } from "./step.ts";

/** The children are pinned to the commit at which the parent found them. */
export async function expand(
  parent: SubmissionRow,
  fetched: DiscoveredSource,
  run: PipelineRun,
): Promise<StepOutcome> {
  const children: Child[] = fetched.skills.map(({ path, name }) => ({
    id: crypto.randomUUID(),
    path: formatSelector(selectorOfFolder(path)),
    name: name ?? path.split("/").at(-1) ?? "",
    uploadDigest: "",
  }));
  const { url: sourceUrl, owner, repo } = fetched.ref;
  const source = { ...parent, sourceUrl, owner, repo, sourceRef: fetched.commit ?? parent.sourceRef };
  const text = `This source contains ${children.length} skills, submitted separately.`;
  return advance(
    parent,
    {
      to: "EXPANDED",
      reason: { code: "EXPANDED", text },
      set: { details: JSON.stringify({ children }) },
      also: (moved) => insertChildren(source, children, { nowMs: run.now(), guard: moved }),
    },
    run,
  );
}

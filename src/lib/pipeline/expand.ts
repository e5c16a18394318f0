/** A source with several skills: one submission each, in the batch that ends the parent. */

import { formatSelector, selectorOfFolder } from "../../domain/skill-selector.ts";
import { type Child, insertChildren } from "../ledger/children.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import type { DiscoveredSource } from "../sources/fetch-source.ts";
import { advance, type StepOutcome, type Walk } from "./step.ts";

/** Children are pinned to the commit that the parent saw. */
export async function expand(
  parent: SubmissionRow,
  fetched: DiscoveredSource,
  walk: Walk,
): Promise<StepOutcome> {
  const children: Child[] = fetched.skills.map(({ path, name }) => ({
    id: crypto.randomUUID(),
    path: formatSelector(selectorOfFolder(path)),
    name: name ?? path.split("/").at(-1) ?? "",
    uploadDigest: "",
  }));
  const { url: sourceUrl, owner, repo } = fetched.ref;
  const source = { ...parent, sourceUrl, owner, repo, sourceRef: fetched.commit ?? parent.sourceRef };
  return advance(parent, "EXPANDED", walk, {
    reason: {
      code: "EXPANDED",
      text: `The source has ${children.length} skills; each is a submission of its own.`,
    },
    set: { details: JSON.stringify({ children }) },
    also: (moved) => insertChildren(source, children, walk.now(), moved),
  });
}

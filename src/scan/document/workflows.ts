/** Workflows of repositories that run with secrets and take in what other people wrote. */

import type { Fact } from "../facts.ts";
import { either } from "../tables/compile.ts";
import type { Block } from "./block.ts";
import { type Setting, settingFact } from "./settings.ts";

/** A branch or commit of whoever opened the pull request. */
const foreignRef =
  /github\.event\.pull_request\.head|github\.head_ref|refs\/pull\/|outputs\.\w{0,40}head_ref/;
/** Text of other people, put into a script before the shell reads it. */
const foreignText = either([
  /\$\{\{\s{0,4}github\.(?:event\.(?:issue|comment|review|discussion|pull_request|head_commit)\.[\w.]{0,40}(?:title|body|message|ref|label|name)|head_ref)\b/,
  /\$\{\{\s{0,4}steps\.\w{1,40}\.outputs\.\w{0,40}(?:head_ref|branch|title)/,
]);
const allSecrets = /\$\{\{\s{0,4}toJSON\(\s{0,4}secrets\s{0,4}\)/i;
const movingTag = /^[\w./-]{3,80}@(?:main|master)$/;

const rows = ["checkout", "text", "action", "secrets"] as const;

export function workflowFacts(block: Block, settings: readonly Setting[]): Fact[] {
  // A workflow that a page explains as a flaw runs nowhere.
  if (block.role === "code" && block.presented === "unclear") return [];
  const isPrivileged = settings.some(({ keys, value }) =>
    [...keys, value].some((word) => word === "pull_request_target" || word === "workflow_run"),
  );
  return settings.flatMap((setting) => {
    const row = rowOf(setting, isPrivileged, block.role === "code");
    if (row === undefined) return [];
    const meaning = {
      verb: "grant",
      object: "secret",
      row: `workflow-${row}`,
      detail: setting.value,
    } as const;
    return [settingFact(block, setting, meaning)];
  });
}

/** A workflow that is pasted as text, where no parser sees it. */
export function workflowText(block: Block): Fact[] {
  const match = foreignText.exec(block.text);
  if (match === null || !block.artefact.lower.includes("pull_request_target")) return [];
  const isStep = /\b(?:run|script):/.test(block.text.slice(0, match.index));
  if (!isStep) return [];
  const at = { start: block.start + match.index, end: block.start + match.index + match[0].length };
  const meaning = { verb: "grant", object: "secret", row: "workflow-text", detail: match[0] } as const;
  return [{ ...settingFact(block, at, meaning), presented: block.presented }];
}

/** Every second page about workflows puts text into a script: there it counts if the workflow has secrets. */
function rowOf(
  { keys, value }: Setting,
  isPrivileged: boolean,
  isShown: boolean,
): (typeof rows)[number] | undefined {
  const key = keys.at(-1) ?? "";
  if (allSecrets.test(value)) return "secrets";
  if ((key === "run" || key === "script") && foreignText.test(value))
    return isShown && !isPrivileged ? undefined : "text";
  if (!isPrivileged) return undefined;
  if (key === "ref" && foreignRef.test(value)) return "checkout";
  return key === "uses" && movingTag.test(value) ? "action" : undefined;
}

/** The words for a report: the same on the terminal and on the pages. */
import { fileSize } from "../domain/file-size.ts";
import { type Capability, type Finding, type ScanReport, severities } from "./report.ts";

/** In the order in which they are shown. */
const capabilityLabels: readonly (readonly [Capability["kind"], string])[] = [
  ["network", "Network"],
  ["secret-read", "Reads secrets"],
  ["shell", "Shell commands"],
  ["file-write", "Writes files"],
  ["package-install", "Installs packages"],
  ["persistence", "Persists after the session"],
  ["tool", "Agent tools"],
];

export const NO_CAPABILITIES = "No network, shell, file or secret access found.";
export const UNDECLARED = "undeclared";

/** Details of one kind that are shown; the JSON report has all of them. */
const detailsShown = 12;

interface Permissions {
  readonly label: string;
  readonly shown: readonly Capability[];
  /** How many more there are. */
  readonly more: number;
}

/** The skill's permissions by kind; each detail once. */
export function permissionsOf({ capabilities }: Pick<ScanReport, "capabilities">): Permissions[] {
  return capabilityLabels.flatMap(([kind, label]) => {
    const details = new Map(
      capabilities.filter((one) => one.kind === kind).map((one) => [one.detail, one] as const),
    );
    if (details.size === 0) return [];
    const shown = [...details.values()].slice(0, detailsShown);
    return [{ label, shown, more: details.size - shown.length }];
  });
}

/** "Read 3 files (5.2 KiB) with 4 texts in them."; null in reports of earlier engines. */
export function readSentence({ read }: Pick<ScanReport, "read">): string | null {
  if (read === null) return null;
  const { files, bytes, texts } = read;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  return `Read ${count(files, "file")} (${fileSize(bytes)}) with ${count(texts, "text")} in ${files === 1 ? "it" : "them"}.`;
}

/** "Decided by T08-example at run.sh:3. Without this finding the verdict would be PASS."; null for a PASS. */
export function decidedSentence({ deciding }: Pick<ScanReport, "deciding">): string | null {
  if (deciding === null) return null;
  const { ruleId, file, line, reason } = deciding;
  if (ruleId !== null) return `Decided by ${ruleId} at ${file}:${line}. ${reason}`;
  return file === "" ? reason : `Decided by an unread file: ${reason}`;
}

export function worstFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  return [...findings].sort((a, b) => rank(b) - rank(a) || b.confidence - a.confidence);
}

/** Whether the registry would reject the skill because of its SKILL.md. */
export function hasInvalidManifest({ manifest }: Pick<ScanReport, "manifest">): boolean {
  return manifest.some(({ severity }) => severity === "error");
}

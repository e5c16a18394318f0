/** What a skill is able to do, told apart from what is wrong with it: a reader wants to know both. */

import { hostOf } from "../hosts.ts";
import { placeOf } from "../position.ts";
import type { Capability } from "../report.ts";
import type { Skill } from "../skill.ts";
import type { Fact, FactKind } from "./facts.ts";

/** Capabilities of one kind that are listed; the rest says nothing new. */
const perKind = 25;

const kindOf: Partial<Record<FactKind, Capability["kind"]>> = {
  network: "network",
  exfiltration: "network",
  upload: "network",
  "fetch-run": "network",
  "download-run": "network",
  shell: "shell",
  "file-write": "file-write",
  "agent-write": "file-write",
  "secret-read": "secret-read",
  "package-install": "package-install",
  persistence: "persistence",
};

/** All capabilities, each detail once, sorted. Static depth knows only the tools that are asked for. */
export function capabilitiesOf(context: Skill): Capability[] {
  const found = new Map<string, Capability>();
  const manifest = context.artefacts.find((artefact) => artefact.role === "manifest");
  for (const tool of context.declared.tools) {
    found.set(`tool ${tool}`, {
      kind: "tool",
      detail: tool,
      file: manifest?.path ?? "SKILL.md",
      line: 1,
      declared: true,
    });
  }
  for (const fact of context.facts) {
    const kind = kindOf[fact.kind];
    const detail = detailOf(fact);
    if (kind === undefined || detail === "" || found.has(`${kind} ${detail}`)) continue;
    const { line } = placeOf(fact.artefact, fact.artefact.text, fact.start);
    found.set(`${kind} ${detail}`, {
      kind,
      detail,
      file: fact.artefact.path,
      line,
      declared: isDeclared(kind, detail, context),
    });
  }
  const sorted = [...found.values()].sort((a, b) =>
    a.kind === b.kind ? (a.detail < b.detail ? -1 : 1) : a.kind < b.kind ? -1 : 1,
  );
  const counts = new Map<string, number>();
  return sorted.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= perKind;
  });
}

function detailOf(fact: Fact): string {
  const text =
    fact.kind === "network" ||
    fact.kind === "fetch-run" ||
    fact.kind === "exfiltration" ||
    fact.kind === "upload" ||
    fact.kind === "download-run"
      ? fact.host || hostOf(fact.detail)
      : fact.detail;
  return text
    .replace(/\s{1,200}/g, " ")
    .trim()
    .slice(0, 120);
}

/** Whether the front matter speaks of it: the host by name, shell by the tool. */
function isDeclared(kind: Capability["kind"], detail: string, context: Skill): boolean {
  const { all, tools, description } = context.declared;
  if (kind === "network") return all.includes(detail.toLowerCase());
  if (kind === "shell") return tools.some((tool) => /^(?:bash|shell|python|node|execute)/i.test(tool));
  return description.toLowerCase().includes(detail.toLowerCase());
}

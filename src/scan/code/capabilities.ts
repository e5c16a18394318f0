/** What a skill is able to do, told apart from what is wrong with it: a reader wants to know both. */

import { hostOf } from "../hosts.ts";
import { placeOf } from "../position.ts";
import type { Capability } from "../report.ts";
import type { Skill } from "../skill.ts";
import { commandOf, computed, hostsIn, packagesIn, pathOf } from "./capability-details.ts";
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
  wipe: "shell",
  lock: "shell",
  destruction: "shell",
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
    if (kind === undefined) continue;
    const { line } = placeOf(fact.artefact, fact.artefact.text, fact.start);
    for (const detail of detailsOf(fact, kind)) {
      const key = `${kind} ${detail}`;
      if (found.has(key)) continue;
      found.set(key, {
        kind,
        detail,
        file: fact.artefact.path,
        line,
        declared: isDeclared(kind, detail, context),
      });
    }
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

/** Characters of a command that a fact keeps. */
const commandChars = 80;
const detailChars = 120;

function detailsOf(fact: Fact, kind: Capability["kind"]): string[] {
  return namesOf(fact, kind)
    .map((name) => (name.length > detailChars ? `${name.slice(0, detailChars)}…` : name))
    .filter((name) => name !== "");
}

function namesOf({ detail, host, artefact }: Fact, kind: Capability["kind"]): string[] {
  switch (kind) {
    case "network":
      return hostsIn(host || hostOf(detail) || detail).filter(
        // A word alone is a host only in an address.
        (name) => /[.:]|^localhost$|^<computed>$/.test(name) || detail.includes("//"),
      );
    case "package-install":
      return packagesIn(detail);
    case "shell":
      return [commandOf(detail) + (detail.length < commandChars ? "" : "…")];
    case "file-write":
    case "secret-read":
      return [pathOf(detail, artefact.language === "markdown" ? "document" : "script")];
    default:
      return [detail.replace(/\s{1,200}/g, " ").trim()];
  }
}

/** Whether the front matter speaks of it: the host by name, shell and files by the tool. */
function isDeclared(kind: Capability["kind"], detail: string, context: Skill): boolean {
  const { all, tools, description } = context.declared;
  if (detail === computed) return false;
  if (kind === "network") return all.includes(detail.toLowerCase());
  if (kind === "shell") return tools.some((tool) => /^(?:bash|shell|python|node|execute)/i.test(tool));
  if (kind === "file-write" && tools.some((tool) => /^(?:write|edit|multiedit)\b/i.test(tool))) return true;
  return description.toLowerCase().includes(detail.toLowerCase());
}

/** Facts of code as the rules see them: what is done, to what, and at which kind of place. */
import type { Fact, Presented, Target, Verb } from "../facts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import type { Fact as CodeFact, FactKind } from "./facts.ts";

const meanings: Readonly<Record<FactKind, readonly [Verb, Target]>> = {
  "fetch-run": ["fetch-run", "code"],
  "download-run": ["fetch-run", "file"],
  "decode-run": ["decode-run", "code"],
  "hidden-address": ["hide", "address"],
  "disguised-command": ["hide", "command"],
  exfiltration: ["send", "secret"],
  upload: ["send", "output"],
  "reverse-shell": ["open-shell", "command"],
  persistence: ["persist", "code"],
  "agent-write": ["write", "agent-file"],
  destruction: ["delete", "system"],
  "privileged-container": ["grant", "container"],
  "traffic-redirect": ["write", "network-settings"],
  "credential-check": ["ask", "secret"],
  "secret-read": ["read", "secret"],
  network: ["connect", "nothing"],
  shell: ["run", "command"],
  "package-install": ["install", "package"],
  "file-write": ["write", "file"],
  "input-run": ["run", "input"],
  "caller-run": ["run", "action"],
  "input-sql": ["run", "query"],
  "unsafe-load": ["read", "object"],
  "endless-loop": ["exhaust", "resources"],
  "repository-out": ["send", "repository"],
  "spelled-name": ["hide", "name"],
};

export function typedFacts(skill: Skill): Fact[] {
  return skill.facts.map((fact) => typed(fact, skill));
}

function typed(fact: CodeFact, skill: Skill): Fact {
  const [verb, object] = meanings[fact.kind];
  const { artefact, start, end, host, detail, path, kind } = fact;
  return {
    actor: actorOf(fact),
    verb,
    object,
    place: placeOf(host, skill),
    presented: presentedIn(fact),
    artefact,
    start,
    end,
    host,
    detail,
    path,
    row: kind,
  };
}

function actorOf({ artefact, inScript }: CodeFact): Fact["actor"] {
  if (artefact.role === "config") return "configuration";
  return inScript && artefact.language !== "markdown" ? "program" : "instruction";
}

function presentedIn({ artefact, polarity, inScript }: CodeFact): Presented {
  if (inScript && artefact.language !== "markdown") return "asserted";
  return polarity === "assert" ? "asserted" : "shown";
}

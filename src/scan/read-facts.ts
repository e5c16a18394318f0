/** All readers of facts, in a fixed order. A new reader is added here and nowhere else. */
import type { Artefact } from "./artefact.ts";
import { addressFacts } from "./code/address-facts.ts";
import { broughtFacts, decodedFacts } from "./code/decoded-facts.ts";
import { signFacts } from "./code/sign-facts.ts";
import { typedFacts } from "./code/typed-facts.ts";
import { inPurpose } from "./context.ts";
import { addressFacts as textAddressFacts } from "./document/address-facts.ts";
import { claimFacts } from "./document/claims.ts";
import { packageFacts } from "./document/package-facts.ts";
import { phraseFacts } from "./document/phrase-facts.ts";
import { copyFacts, knownBadFacts } from "./document/registry-facts.ts";
import { sentenceFacts } from "./document/sentence-facts.ts";
import { settingFacts } from "./document/setting-facts.ts";
import { statementFacts } from "./document/statement-facts.ts";
import type { Fact } from "./facts.ts";
import type { Skill } from "./skill.ts";
import { fileFacts } from "./views/file-facts.ts";
import { hiddenFacts } from "./views/hidden-facts.ts";

type Reader = (skill: Skill) => Fact[];

/** Readers of texts, settings and files. */
const readers: readonly Reader[] = [
  sentenceFacts,
  statementFacts,
  phraseFacts,
  textAddressFacts,
  hiddenFacts,
  signFacts,
  addressFacts,
  decodedFacts,
  broughtFacts,
  settingFacts,
  fileFacts,
  packageFacts,
  knownBadFacts,
];

/** Readers that need parsed code. */
const codeReaders: readonly Reader[] = [typedFacts, claimFacts, copyFacts];

/** The facts of a skill. `onBroken` is called with the name of a reader that fails; the others go on. */
export function readFacts(
  skill: Skill,
  depth: "static" | "deep",
  onBroken: (reader: string) => void,
): Fact[] {
  const used = [...readers, ...(depth === "deep" ? codeReaders : [])];
  const facts = used.flatMap((read) => {
    try {
      return read(skill);
    } catch {
      onBroken(read.name);
      return [];
    }
  });
  return eachOnce(facts).map((fact) => inPurpose(fact, skill));
}

/** One act is one fact: what a folded copy of a file shows again, and an address of which a flow says more, are left out. */
function eachOnce(facts: readonly Fact[]): Fact[] {
  const names = new Map<Artefact, number>();
  const nameOf = (fact: Fact): number => {
    const { artefact } = fact;
    const root = artefact.how === "folded" && artefact.parent !== undefined ? artefact.parent : artefact;
    const name = names.get(root) ?? names.size;
    names.set(root, name);
    return name;
  };
  const plain = new Set<string>();
  const acts = new Set<string>();
  for (const fact of facts) {
    const { artefact, verb, object, row, host } = fact;
    if (artefact.how !== "folded") plain.add(`${nameOf(fact)} ${verb} ${object} ${row} ${host}`);
    if (host !== "" && joins.has(verb) && !isAddress(row)) acts.add(`${nameOf(fact)} ${host}`);
  }
  return facts.filter((fact) => {
    const { artefact, verb, object, row, host } = fact;
    const isKnown =
      acts.has(`${nameOf(fact)} ${host}`) && ((verb === "connect" && object === "nothing") || isAddress(row));
    const isAgain =
      artefact.how === "folded" && plain.has(`${nameOf(fact)} ${verb} ${object} ${row} ${host}`);
    return !isKnown && !isAgain;
  });
}

const joins: ReadonlySet<string> = new Set(["send", "fetch-run", "open-shell"]);
const isAddress = (row: string): boolean => row === "address" || row === "number-address";

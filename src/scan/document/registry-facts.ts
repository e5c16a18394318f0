/** Facts that only the registry can know: content and hosts of malware, names and texts of other publishers' skills. */
import type { Artefact } from "../artefact.ts";
import { changedCopyOf } from "../code/copies.ts";
import type { Fact, Target, Verb } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import type { FlowStep } from "../report.ts";
import type { Skill } from "../skill.ts";
import { distanceIsOne } from "../spelling.ts";
import { anyUrl } from "../tables/addresses.ts";

interface Known {
  readonly verb: Verb;
  readonly object: Target;
  readonly row: string;
  readonly detail: string;
  readonly host?: string;
  readonly path?: readonly FlowStep[];
}

const factIn = (artefact: Artefact, start: number, end: number, known: Known): Fact => ({
  actor: "file",
  place: "none",
  presented: "asserted",
  artefact,
  start,
  end,
  host: "",
  path: [],
  ...known,
});

const manifestOf = ({ artefacts }: Skill): Artefact | undefined =>
  artefacts.find((one) => one.role === "manifest") ?? artefacts[0];

/** What operators took down. */
export function knownBadFacts(skill: Skill): Fact[] {
  const { knownBadDigests = [], knownBadHosts = [] } = skill.registry;
  const manifest = manifestOf(skill);
  const out: Fact[] = [];
  if (manifest !== undefined && knownBadDigests.includes(skill.digest)) {
    const known = { verb: "impersonate", object: "file", row: "known-bad-content", detail: "" } as const;
    out.push(factIn(manifest, 0, 1, known));
  }
  const bad = new Set(knownBadHosts);
  for (const block of bad.size === 0 ? [] : skill.blocks) {
    for (const match of block.text.matchAll(anyUrl)) {
      const host = hostOf(match[0]);
      const known = {
        verb: "connect",
        object: "address",
        row: "known-bad-host",
        detail: host,
        host,
      } as const;
      const start = block.start + match.index;
      if (bad.has(host)) out.push(factIn(block.artefact, start, start + match[0].length, known));
    }
  }
  return out;
}

/** A name like another's, and a copy with something added. */
export function copyFacts(skill: Skill): Fact[] {
  return [...lookAlikes(skill), ...changedCopy(skill)];
}

function lookAlikes(skill: Skill): Fact[] {
  const manifest = skill.artefacts.find((one) => one.role === "manifest");
  const { name } = skill.declared;
  if (manifest === undefined || name.length < 5) return [];
  return (skill.registry.otherNames ?? [])
    .filter((other) => other !== name && distanceIsOne(name, other))
    .map((other) =>
      factIn(manifest, 0, 1, {
        verb: "impersonate",
        object: "name",
        row: "look-alike-name",
        detail: `${name} differs by one letter from ${other}`,
      }),
    );
}

/** One fact, whatever is added: a copy is for a person to look at. */
function changedCopy(skill: Skill): Fact[] {
  const copy = changedCopyOf(skill);
  const [first] = copy?.acts ?? [];
  if (copy === undefined || first === undefined) return [];
  const { slug, share, acts } = copy;
  const known: Known = {
    verb: "impersonate",
    object: "file",
    row: "changed-copy",
    detail: `${Math.round(share * 100)} % of the lines are those of ${slug}, which does not have this: ${first.note}`,
    path: acts.map(({ artefact, line, note }) => ({ file: artefact.path, line, note })),
  };
  return [factIn(first.artefact, first.start, first.start + 1, known)];
}

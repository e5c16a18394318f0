/** Facts of packages: where they are taken from, and names that imitate much-used ones. */
import { imitated, packagesIn } from "../code/packages.ts";
import { presentedAt } from "../context.ts";
import type { Fact, PlaceKind, Target, Verb } from "../facts.ts";
import { placeOf } from "../places.ts";
import { registrableOf } from "../registrable.ts";
import type { Skill } from "../skill.ts";
import { openIndexes, packageSources } from "../tables/package-sources.ts";
import type { Block } from "./block.ts";
import { asRead, placeIn } from "./plain.ts";

const open = new Set(openIndexes.trim().split(/\s+/));
const roles: ReadonlySet<string> = new Set("prose code config table hidden quote front-matter".split(" "));
/** Matches of one row in one block beyond which no more are looked for. */
const mostMatches = 20;

export function packageFacts(skill: Skill): Fact[] {
  return skill.blocks
    .filter(({ role }) => roles.has(role))
    .flatMap((block) => [...sources(block, skill), ...imitations(block)]);
}

function sources(block: Block, skill: Skill): Fact[] {
  const rows = packageSources.filter(({ hint }) => block.lower.includes(hint));
  if (rows.length === 0) return [];
  return asRead(block).flatMap((piece) =>
    rows.flatMap(({ row, pattern }) =>
      [...piece.text.replaceAll("\\\n", "  ").matchAll(pattern)].slice(0, mostMatches).flatMap((match) => {
        const host = (match[1] ?? "").toLowerCase();
        if (open.has(registrableOf(host) ?? host)) return [];
        const place = host === "" ? "none" : placeOf(`https://${host}/`, skill);
        const object = row === "remap" ? "repository" : "package";
        const span = [placeIn(piece, match.index), placeIn(piece, match.index + match[0].length)] as const;
        return [
          factAt(block, span, {
            verb: "install",
            object,
            row: `package-${row}`,
            host,
            detail: host || match[0],
            place,
          }),
        ];
      }),
    ),
  );
}

function imitations(block: Block): Fact[] {
  const out: Fact[] = [];
  for (const { name, start, end } of packagesIn(block)) {
    const other = imitated(name);
    if (other === undefined) continue;
    const meaning = { verb: "impersonate", object: "package", row: "package-name" } as const;
    out.push({ ...factAt(block, [start, end], meaning), detail: `${name} (like ${other})` });
  }
  return out;
}

interface Meaning {
  readonly verb: Verb;
  readonly object: Target;
  readonly row: string;
  readonly host?: string;
  readonly detail?: string;
  readonly place?: PlaceKind;
}

function factAt(block: Block, [start, end]: readonly [number, number], meaning: Meaning): Fact {
  const { artefact } = block;
  const isFile = block.role === "config" || block.role === "front-matter" || artefact.language !== "markdown";
  return {
    actor:
      block.role === "config" || block.role === "front-matter"
        ? "configuration"
        : isFile
          ? "program"
          : "instruction",
    place: "none",
    host: "",
    detail: "",
    presented: isFile ? "asserted" : presentedAt(block, start - block.start),
    artefact,
    start,
    end,
    path: [],
    ...meaning,
  };
}

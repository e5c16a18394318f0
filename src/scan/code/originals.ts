/** The published skills that a skill was copied from, and what is known from them. */
import type { SkillFile } from "../../domain/skill-file.ts";
import type { Artefact } from "../artefact.ts";
import { hostOf } from "../hosts.ts";
import { comparedText, distinctiveLines, shareOf } from "../likeness.ts";
import { limits } from "../limits.ts";
import type { Skill } from "../skill.ts";
import { anyUrl, mailbox } from "../tables/addresses.ts";

/** From this share of an original's lines on, a skill is a copy of it. */
const copyShare = 0.6;

/** Something is known only where every original knows it, by itself or by another copy of it. */
export interface Originals {
  /** Whether a line stands there as it is written, but for spaces around it. */
  readonly hasLine: (line: string) => boolean;
  readonly hasHost: (host: string) => boolean;
  /** Whether this very file is there. */
  readonly hasFile: (artefact: Artefact) => boolean;
  /** The original with most of its lines here among those without this line; the first of equals. */
  readonly without: (line: string) => { readonly slug: string; readonly share: number };
}

/** What the skill was copied from, by its SKILL.md; undefined where it is no copy. */
export function originalsOf({ artefacts, registry }: Skill): Originals | undefined {
  const here = distinctiveLines(artefacts);
  const budget = { chars: limits.originalChars };
  const copied = (registry.resembling ?? [])
    .map(({ slug, files, own = false }) => ({ slug, files, own, lines: distinctiveLines(files) }))
    .map((original) => ({ ...original, share: shareOf(original.lines, here) }))
    .filter(({ share }) => share >= copyShare)
    .map((original) => ({ ...original, known: knownFrom(original.files, budget) }))
    .sort((a, b) => b.share - a.share);
  const others = copied.filter(({ own }) => !own);
  const [best] = others;
  if (best === undefined) return undefined;
  // A later copy of an original was looked at when it was published; what only shares a part of it was not.
  const sources = others.map(({ slug, share, lines }) => ({
    slug,
    share,
    known: copied.filter((other) => shareOf(lines, other.lines) >= copyShare).map(({ known }) => known),
  }));
  return {
    hasLine: (line) => sources.every(({ known }) => known.some(({ lines }) => lines.has(line.trim()))),
    hasHost: (host) => sources.every(({ known }) => known.some(({ hosts }) => hosts.has(host))),
    hasFile: ({ path, bytes }) =>
      sources.every(({ known }) =>
        known.some(({ files }) => files.some((file) => file.path === path && isSame(file.bytes, bytes))),
      ),
    without: (line) =>
      sources.find(({ known }) => !known.some(({ lines }) => lines.has(line.trim()))) ?? best,
  };
}

interface Known {
  readonly files: readonly SkillFile[];
  readonly lines: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
}

function knownFrom(files: readonly SkillFile[], budget: { chars: number }): Known {
  const lines = new Set<string>();
  const hosts = new Set<string>();
  for (const file of files) {
    const text = budget.chars > 0 ? comparedText(file).slice(0, budget.chars) : "";
    budget.chars -= text.length;
    for (const line of text.split("\n")) lines.add(line.trim());
    for (const [url] of text.matchAll(anyUrl)) hosts.add(hostOf(url));
    for (const [, host = ""] of text.matchAll(mailbox)) hosts.add(host.toLowerCase());
  }
  return { files, lines, hosts };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

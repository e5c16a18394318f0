/** The published skills that a skill was copied from, and what is known from them. */
import type { SkillFile } from "../../domain/skill-file.ts";
import type { Artefact } from "../artefact.ts";
import type { SkillContext } from "../context.ts";
import { hostOf } from "../hosts.ts";
import { anyUrl, mailbox } from "../lexicon.ts";
import { comparedText, shareOf, tellingLines } from "../likeness.ts";
import { limits } from "../limits.ts";

/** From this share of an original's lines on, a skill is a copy of it. */
const copyShare = 0.6;

export interface Originals {
  /** Of the one that most lines stand in; the first of equals. */
  readonly slug: string;
  readonly share: number;
  /** Whether a line, as it is written but for spaces around it, stands in any of them. */
  readonly hasLine: (line: string) => boolean;
  readonly hasHost: (host: string) => boolean;
  /** Whether one of them has this very file. */
  readonly hasFile: (artefact: Artefact) => boolean;
}

/** What the skill was copied from, by its SKILL.md; undefined where it is no copy. */
export function originalsOf({ artefacts, registry }: SkillContext): Originals | undefined {
  if (registry.resembling === undefined) return undefined;
  const own = tellingLines(artefacts);
  const copied = registry.resembling
    .map(({ slug, files }) => ({ slug, files, share: shareOf(tellingLines(files), own) }))
    .filter(({ share }) => share >= copyShare);
  const best = copied.toSorted((a, b) => b.share - a.share)[0];
  if (best === undefined) return undefined;
  return { slug: best.slug, share: best.share, ...knownFrom(copied.flatMap(({ files }) => files)) };
}

function knownFrom(files: readonly SkillFile[]): Omit<Originals, "slug" | "share"> {
  const lines = new Set<string>();
  const hosts = new Set<string>();
  let left: number = limits.originalChars;
  for (const file of files) {
    const text = left > 0 ? comparedText(file).slice(0, left) : "";
    left -= text.length;
    for (const line of text.split("\n")) lines.add(line.trim());
    for (const [url] of text.matchAll(anyUrl.pattern)) hosts.add(hostOf(url));
    for (const [, host = ""] of text.matchAll(mailbox.pattern)) hosts.add(host.toLowerCase());
  }
  return {
    hasLine: (line) => lines.has(line.trim()),
    hasHost: (host) => hosts.has(host),
    hasFile: ({ path, bytes }) => files.some((file) => file.path === path && isSame(file.bytes, bytes)),
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

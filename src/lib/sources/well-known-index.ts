/** Parses the index of a well-known site, version 0.2 (digests) or 0.1 (file lists). Pure. */
import { Refusal } from "../../domain/problem.ts";

export type SiteEntry =
  | {
      readonly kind: "skill-md" | "archive";
      readonly name: string;
      readonly description: string;
      readonly url: string;
      readonly digest: string;
    }
  | {
      readonly kind: "files";
      readonly name: string;
      readonly description: string;
      readonly files: readonly string[];
    };

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** Every entry, or the refusal of the first invalid one: skipping entries would hide skills (L59). */
export function parseSiteIndex(bytes: Uint8Array, version: "0.1" | "0.2", maxSkills: number): SiteEntry[] {
  const index = parseJson(bytes);
  const skills = isRecord(index) ? index.skills : null;
  if (!Array.isArray(skills)) throw invalid("has no list `skills`");
  if (skills.length > maxSkills)
    throw new Refusal("TOO_MANY_SKILLS", `The site lists more than ${maxSkills} skills.`);
  const entries = skills.map((entry: unknown) => parseEntry(entry, version));
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw invalid("lists a name twice");
  return entries;
}

function parseEntry(entry: unknown, version: "0.1" | "0.2"): SiteEntry {
  if (!isRecord(entry)) throw invalid("has an entry that is not an object");
  const { name, description } = entry;
  if (typeof name !== "string" || name.length > 64 || !namePattern.test(name)) {
    throw invalid("has an entry without a valid `name`");
  }
  const about = { name, description: typeof description === "string" ? description : "" };
  return version === "0.2" ? parseDigestEntry(entry, about) : parseFilesEntry(entry, about);
}

function parseDigestEntry(
  entry: Record<string, unknown>,
  about: { name: string; description: string },
): SiteEntry {
  const { type, url, digest } = entry;
  if (type !== "skill-md" && type !== "archive")
    throw invalid(`gives ${about.name} a \`type\` other than skill-md or archive`);
  if (typeof url !== "string" || url === "") throw invalid(`gives ${about.name} no \`url\``);
  if (typeof digest !== "string" || !digestPattern.test(digest)) {
    throw invalid(`gives ${about.name} no \`digest\` of the form sha256:<64 lower-case hex digits>`);
  }
  return { kind: type, ...about, url, digest };
}

function parseFilesEntry(
  entry: Record<string, unknown>,
  about: { name: string; description: string },
): SiteEntry {
  const { files } = entry;
  const isList = Array.isArray(files) && files.every((file) => typeof file === "string" && file !== "");
  if (!isList) throw invalid(`gives ${about.name} no list \`files\``);
  return { kind: "files", ...about, files };
}

function invalid(what: string): Refusal {
  return new Refusal("SOURCE_ANSWER_INVALID", `The site's index ${what}.`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid("is not JSON");
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * SKILL.md → manifest or problems, by the agentskills.io standard. All problems at once, each with its line and
 * what to change; errors reject, warnings do not. Pure: no clock, no I/O.
 */
import { valid as validSemver } from "semver";
import { decodeUtf8 } from "./decode-text.ts";
import { type FrontMatterField, type ManifestProblem, readFrontMatter } from "./front-matter.ts";
import { defaultLimits, type Limits } from "./limits.ts";

export type { ManifestProblem };

/** The file that makes a folder a skill. The standard fixes its letter case. */
export const MANIFEST_NAME = "SKILL.md";

export interface SkillManifest {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** As text, like the standard has it; anything else is a warning and its JSON. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Each tool with its own parentheses, e.g. `Bash(git add:*)`. */
  readonly allowedTools: readonly string[];
  /** From `version` or `metadata.version` where that is semver, else null. */
  readonly version: string | null;
}

export interface ManifestResult {
  /** Null where an error stands among the problems. */
  readonly manifest: SkillManifest | null;
  readonly problems: readonly ManifestProblem[];
}

/** In Unicode characters, as the standard counts them. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 1024;
const COMPATIBILITY_MAX = 500;
/** More than any honest manifest has. */
const MAX_PROBLEMS = 100;
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const standardFields = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "version",
]);

type ManifestLimits = Pick<Limits, "manifestBytes" | "frontMatterBytes" | "yamlAliases">;

/** `folderName` is the name of the skill's folder, or null where it has none (the root of a source). */
export function parseManifest(
  skillMd: string | Uint8Array,
  folderName: string | null,
  limits: ManifestLimits = defaultLimits,
): ManifestResult {
  if (skillMd.length > limits.manifestBytes) {
    return rejected(
      `SKILL.md is longer than ${limits.manifestBytes} bytes: move parts of it into other files.`,
    );
  }
  const text = typeof skillMd === "string" ? skillMd : decodeUtf8(skillMd);
  if (text === null) return rejected("SKILL.md is not UTF-8: save it as UTF-8.");
  const nul = text.indexOf("\0");
  // Programs disagree about the text behind a NUL: some stop there, some skip it.
  if (nul !== -1) {
    const line = text.slice(0, nul).split("\n").length;
    return rejected("SKILL.md has a NUL byte in this line: remove it and save the file as plain text.", line);
  }
  const { fields, body, problems } = readFrontMatter(text, limits);
  if (fields === null) return { manifest: null, problems: listed(problems) };
  const reader = new FieldReader(fields);
  const manifest: SkillManifest = {
    name: readName(reader, folderName),
    description: readDescription(reader),
    license: reader.optionalText("license"),
    compatibility: readCompatibility(reader),
    metadata: readMetadata(reader),
    allowedTools: readAllowedTools(reader),
    version: readVersion(reader),
  };
  warnAboutUnknownFields(reader, fields, body);
  const isRejected = reader.problems.some(({ severity }) => severity === "error");
  return { manifest: isRejected ? null : manifest, problems: listed(reader.problems) };
}

function warnAboutUnknownFields(
  reader: FieldReader,
  fields: readonly FrontMatterField[],
  body: string,
): void {
  for (const { key, line } of fields) {
    if (standardFields.has(key)) continue;
    const message = `\`${key.slice(0, 40)}\` is not a field of the standard: clients ignore it; put it under \`metadata\`.`;
    reader.warn(line, key, message);
  }
  if (body.trim() === "") {
    reader.warn(1, null, "There are no instructions behind the front matter: write what the agent is to do.");
  }
}

/** By line; of very many the errors first, and then that there are more: nobody reads thousands. */
function listed(problems: readonly ManifestProblem[]): ManifestProblem[] {
  const byLine = (a: ManifestProblem, b: ManifestProblem) => a.line - b.line;
  if (problems.length <= MAX_PROBLEMS) return problems.toSorted(byLine);
  const errorsFirst = problems.toSorted((a, b) => a.severity.localeCompare(b.severity) || byLine(a, b));
  const message = `There are ${problems.length - MAX_PROBLEMS} more problems: correct these first.`;
  const kept = errorsFirst.slice(0, MAX_PROBLEMS).toSorted(byLine);
  return [...kept, { severity: "warning", line: 1, field: null, message }];
}

function rejected(message: string, line = 1): ManifestResult {
  return { manifest: null, problems: [{ severity: "error", line, field: null, message }] };
}

/** The fields by name, and the problems found while reading them. */
class FieldReader {
  readonly problems: ManifestProblem[] = [];
  readonly #fields: ReadonlyMap<string, FrontMatterField>;

  constructor(fields: readonly FrontMatterField[]) {
    this.#fields = new Map(fields.map((field) => [field.key, field]));
  }

  get(key: string): FrontMatterField | null {
    return this.#fields.get(key) ?? null;
  }

  error(line: number, field: string | null, message: string): void {
    this.problems.push({ severity: "error", line, field, message });
  }

  warn(line: number, field: string | null, message: string): void {
    this.problems.push({ severity: "warning", line, field, message });
  }

  /** The text of a field that must be there; "" and an error otherwise. */
  requiredText(key: string): string {
    const field = this.get(key);
    if (field === null || field.value === null) {
      this.error(field?.line ?? 1, key, `\`${key}\` is missing: add it to the front matter.`);
      return "";
    }
    return this.#text(field);
  }

  optionalText(key: string): string | null {
    const field = this.get(key);
    return field === null || field.value === null ? null : this.#text(field);
  }

  #text(field: FrontMatterField): string {
    if (typeof field.value === "string") return field.value;
    this.error(field.line, field.key, `\`${field.key}\` must be text: put its value in quotes.`);
    return "";
  }
}

function readName(reader: FieldReader, folderName: string | null): string {
  const name = reader.requiredText("name");
  const field = reader.get("name");
  if (field === null || typeof field.value !== "string") return name;
  if (name.length > NAME_MAX)
    reader.error(
      field.line,
      "name",
      `\`name\` has ${name.length} characters: at most ${NAME_MAX} are allowed.`,
    );
  if (!namePattern.test(name)) {
    reader.error(
      field.line,
      "name",
      "`name` may only have lower-case letters a–z, digits and single hyphens between them: rename the skill.",
    );
  } else if (folderName !== null && folderName !== name) {
    reader.warn(
      field.line,
      "name",
      `\`name\` differs from the folder's name: rename the folder to \`${name}\`, or the skill.`,
    );
  }
  return name;
}

function readDescription(reader: FieldReader): string {
  const description = reader.requiredText("description");
  const field = reader.get("description");
  if (field === null || typeof field.value !== "string") return description;
  const length = [...description].length;
  if (description.trim() === "")
    reader.error(
      field.line,
      "description",
      "`description` is empty: say what the skill does and when to use it.",
    );
  if (length > DESCRIPTION_MAX) {
    reader.error(
      field.line,
      "description",
      `\`description\` has ${length} characters: shorten it to ${DESCRIPTION_MAX}.`,
    );
  }
  return description;
}

function readCompatibility(reader: FieldReader): string | null {
  const text = reader.optionalText("compatibility");
  const line = reader.get("compatibility")?.line ?? 1;
  if (text === null) return null;
  const length = [...text].length;
  if (length === 0) reader.error(line, "compatibility", "`compatibility` is empty: fill it in or remove it.");
  if (length > COMPATIBILITY_MAX) {
    reader.error(
      line,
      "compatibility",
      `\`compatibility\` has ${length} characters: shorten it to ${COMPATIBILITY_MAX}.`,
    );
  }
  return text;
}

function readMetadata(reader: FieldReader): Record<string, string> {
  const field = reader.get("metadata");
  const metadata: Record<string, string> = {};
  if (field === null || field.value === null) return metadata;
  if (field.entries === null) {
    reader.error(
      field.line,
      "metadata",
      "`metadata` must be a list of `key: value` lines: indent them under it.",
    );
    return metadata;
  }
  for (const entry of field.entries) {
    if (typeof entry.value !== "string") {
      reader.warn(
        entry.line,
        "metadata",
        `\`metadata.${entry.key.slice(0, 40)}\` is not text: put its value in quotes.`,
      );
    }
    metadata[entry.key] =
      typeof entry.value === "string" ? entry.value : (entry.source ?? JSON.stringify(entry.value));
  }
  return metadata;
}

function readAllowedTools(reader: FieldReader): string[] {
  const field = reader.get("allowed-tools");
  if (field === null || field.value === null) return [];
  if (typeof field.value === "string") return splitTools(field.value);
  if (Array.isArray(field.value) && field.value.every((tool) => typeof tool === "string")) {
    const message = "`allowed-tools` is a list: the standard has one line, the tools divided by blanks.";
    reader.warn(field.line, "allowed-tools", message);
    return field.value;
  }
  const message =
    "`allowed-tools` must be one line of text: write `Read Bash(git:*)`, with blanks between the tools.";
  reader.error(field.line, "allowed-tools", message);
  return [];
}

/** Blanks and commas outside of parentheses divide: `Bash(git add:*) Read`. One pass: a pattern would go back and forth. */
function splitTools(text: string): string[] {
  const tools: string[] = [];
  let tool = "";
  let isInside = false;
  for (const character of text) {
    if (character === "(") isInside = true;
    else if (character === ")") isInside = false;
    if (isInside || !/[\s,]/.test(character)) tool += character;
    else if (tool !== "") {
      tools.push(tool);
      tool = "";
    }
  }
  return tool === "" ? tools : [...tools, tool];
}

function readVersion(reader: FieldReader): string | null {
  const own = reader.get("version");
  const field = own ?? reader.get("metadata")?.entries?.find(({ key }) => key === "version") ?? null;
  if (field === null) return null;
  const text = typeof field.value === "string" ? field.value : (field.source ?? "");
  const version = validSemver(text.trim());
  if (version === null) {
    reader.warn(
      field.line,
      "version",
      "`version` is not of the form 1.2.3: it is not used; write three numbers divided by dots.",
    );
  }
  return version;
}

/**
 * Parses SKILL.md into a manifest, by the agentskills.io standard. It reports all problems at once, each with its
 * line and what to change. Errors reject the skill, warnings do not. Pure: no clock, no I/O.
 */
import { valid as validSemver } from "semver";
import { decodeUtf8 } from "./decode-text.ts";
import { type FrontMatterField, type ManifestProblem, readFrontMatter } from "./front-matter.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { isPlaceholder } from "./placeholder.ts";

export type { ManifestProblem };

/** The file that makes a folder a skill. The standard fixes the letter case. */
export const MANIFEST_NAME = "SKILL.md";

export interface SkillManifest {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** Text, as the standard requires. Any other value gives a warning and is stored as JSON. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Each tool with its own parentheses, such as `Bash(git add:*)`. */
  readonly allowedTools: readonly string[];
  /** From `version` or `metadata.version` if it is semver, otherwise null. */
  readonly version: string | null;
}

export interface ManifestResult {
  /** Null when the problems contain an error. */
  readonly manifest: SkillManifest | null;
  readonly problems: readonly ManifestProblem[];
}

/** In Unicode characters, as the standard counts them. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 1024;
const COMPATIBILITY_MAX = 500;
/** More than any reasonable manifest has. */
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

/** `folderName` is the name of the skill's folder, or null for the root of a source. */
export function parseManifest(
  skillMd: string | Uint8Array,
  folderName: string | null,
  limits: ManifestLimits = defaultLimits,
): ManifestResult {
  if (skillMd.length > limits.manifestBytes) {
    return rejected(
      `SKILL.md has more than ${limits.manifestBytes} bytes. Move parts of it into other files.`,
    );
  }
  const text = typeof skillMd === "string" ? skillMd : decodeUtf8(skillMd);
  if (text === null) return rejected("SKILL.md is not UTF-8. Save it as UTF-8.");
  const nul = text.indexOf("\0");
  // Programs treat text after a NUL differently: some stop there, some skip it.
  if (nul !== -1) {
    const line = text.slice(0, nul).split("\n").length;
    return rejected("SKILL.md has a NUL byte in this line. Remove it and save the file as plain text.", line);
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
    const message = `Unknown field \`${key.slice(0, 40)}\` (ignored). Put it under \`metadata\`.`;
    reader.warn(line, key, message);
  }
  if (body.trim() === "") {
    reader.warn(1, null, "No instructions after the front matter. Describe what the agent should do.");
  }
}

/** By line. A very long list is cut, errors first, with a note that there are more. */
function listed(problems: readonly ManifestProblem[]): ManifestProblem[] {
  const byLine = (a: ManifestProblem, b: ManifestProblem) => a.line - b.line;
  if (problems.length <= MAX_PROBLEMS) return problems.toSorted(byLine);
  const errorsFirst = problems.toSorted((a, b) => a.severity.localeCompare(b.severity) || byLine(a, b));
  const message = `${problems.length - MAX_PROBLEMS} more problems. Fix these first.`;
  const kept = errorsFirst.slice(0, MAX_PROBLEMS).toSorted(byLine);
  return [...kept, { severity: "warning", line: 1, field: null, message }];
}

function rejected(message: string, line = 1): ManifestResult {
  return { manifest: null, problems: [{ severity: "error", line, field: null, message }] };
}

/** The fields by name, and the problems found so far. */
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

  /** The text of a required field; reports an error and returns "" if it is missing. */
  requiredText(key: string): string {
    const field = this.get(key);
    if (field === null || field.value === null) {
      this.error(field?.line ?? 1, key, `\`${key}\` is missing. Add it to the front matter.`);
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
    this.error(field.line, field.key, `\`${field.key}\` must be text. Put its value in quotes.`);
    return "";
  }
}

function readName(reader: FieldReader, folderName: string | null): string {
  const name = reader.requiredText("name");
  const field = reader.get("name");
  if (field === null || typeof field.value !== "string") return name;
  if (name.length > NAME_MAX)
    reader.error(field.line, "name", `\`name\` has ${name.length} characters; the limit is ${NAME_MAX}.`);
  if (!namePattern.test(name)) {
    reader.error(
      field.line,
      "name",
      "`name` may only contain lower-case letters a–z, digits and single hyphens between them. Rename the skill.",
    );
  } else if (folderName !== null && folderName !== name) {
    reader.warn(
      field.line,
      "name",
      `\`name\` differs from the folder name. Rename the folder to \`${name}\`, or rename the skill.`,
    );
  }
  return name;
}

function readDescription(reader: FieldReader): string {
  const description = reader.requiredText("description");
  const field = reader.get("description");
  if (field === null || typeof field.value !== "string") return description;
  const length = [...description].length;
  const missing =
    description.trim() === "" ? "is empty" : isPlaceholder(description) ? "is a template's text" : "";
  if (missing !== "") {
    const message = `\`description\` ${missing}. Say what the skill does and when to use it.`;
    reader.error(field.line, "description", message);
  }
  if (length > DESCRIPTION_MAX) {
    reader.error(
      field.line,
      "description",
      `\`description\` has ${length} characters; the limit is ${DESCRIPTION_MAX}.`,
    );
  }
  return description;
}

function readCompatibility(reader: FieldReader): string | null {
  const text = reader.optionalText("compatibility");
  const line = reader.get("compatibility")?.line ?? 1;
  if (text === null) return null;
  const length = [...text].length;
  if (length === 0) reader.error(line, "compatibility", "`compatibility` is empty. Fill it in or remove it.");
  if (length > COMPATIBILITY_MAX) {
    reader.error(
      line,
      "compatibility",
      `\`compatibility\` has ${length} characters; the limit is ${COMPATIBILITY_MAX}.`,
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
      "`metadata` must be a list of `key: value` lines, indented under it.",
    );
    return metadata;
  }
  for (const entry of field.entries) {
    if (typeof entry.value !== "string") {
      reader.warn(
        entry.line,
        "metadata",
        `\`metadata.${entry.key.slice(0, 40)}\` is not text. Put its value in quotes.`,
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
    const message =
      "`allowed-tools` is a list. The standard requires one line with the tools separated by spaces.";
    reader.warn(field.line, "allowed-tools", message);
    return field.value;
  }
  const message =
    "`allowed-tools` must be one line of text, separated by spaces, such as `Read Bash(git:*)`.";
  reader.error(field.line, "allowed-tools", message);
  return [];
}

/**
 * Splits at spaces and commas outside of parentheses: `Bash(git add:*) Read`. One pass, because a regular expression
 * would backtrack.
 */
export function splitTools(text: string): string[] {
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
      "`version` is ignored because it does not have the form 1.2.3. Write three numbers separated by dots.",
    );
  }
  return version;
}

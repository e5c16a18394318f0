/**
 * One text (or binary) that the layers look at: a file of the skill, an entry of an archive, or something that was
 * decoded out of another artefact. Knows its language and its part in the skill; knows nothing of rules.
 */

import type { Polarity } from "./document/block.ts";
import { baseName, type Language } from "./language.ts";
import type { Magic } from "./views/bytes.ts";

/** Which part the file plays: it decides how much a finding in it weighs. */
export type FileRole =
  | "manifest"
  | "script"
  | "config"
  | "reference"
  | "agent-memory"
  | "fixture"
  | "licence"
  | "changelog"
  | "asset";

export interface Artefact {
  readonly path: string;
  readonly role: FileRole;
  readonly language: Language;
  /** As decoded from the bytes, for what hides in invisible characters. */
  readonly raw: string;
  /** Normalised; all positions are offsets into it. */
  readonly text: string;
  readonly lower: string;
  readonly bytes: Uint8Array;
  readonly magic: Magic | undefined;
  readonly executable: boolean;
  /** How it came about: a file, an archive entry, or decoded from `parent`. */
  readonly origin: "file" | "archive" | "decoded";
  readonly parent: Artefact | undefined;
  /** Offset in the parent's text where the encoded piece begins. */
  readonly parentOffset: number;
  readonly depth: number;
  /** Too large or too hostile for parsers; linear rules still read it. */
  readonly parseable: boolean;
  /** Polarity of the block that a decoded piece stood in. */
  readonly inherited: Polarity | undefined;
  /** How it was decoded ("base64"); empty for files. */
  readonly how: string;
}

const memoryNames =
  /^(?:claude|agents|gemini|soul|memory|identity|heartbeat|tools|user|bootstrap|copilot-instructions|conventions)\.(?:local\.)?md$/i;

/** The part a path plays in a skill. */
export function roleOf(path: string, language: Language): FileRole {
  const name = baseName(path).toLowerCase();
  if (name === "skill.md") return "manifest";
  // A program is a program, whatever it calls itself: licence.py and changelog.rb run.
  const isDocument = language === "markdown" || language === "text" || language === "html";
  if (
    isDocument &&
    /^(?:licen[cs]e|copying|notice|third[-_]party|code[-_]of[-_]conduct|contributing|contributors|authors)/.test(
      name,
    )
  )
    return "licence";
  if (isDocument && /^(?:changelog|changes|history|release[-_]notes)/.test(name)) return "changelog";
  // A test runner loads it by itself.
  return name !== "conftest.py" && isOfTests(path) ? "fixture" : ownRoleOf(path, language);
}

/** Whether a file stands where tests and their data do, or is named so. */
function isOfTests(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|spec|evals?)\//i.test(path) ||
    /[._-](?:test|spec)\.\w{1,4}$|^(?:test_|evals?\.)/i.test(baseName(path))
  );
}

/** The part of a file that is not set aside: what it is itself. */
export function ownRoleOf(path: string, language: Language): FileRole {
  const name = baseName(path).toLowerCase();
  if (memoryNames.test(name) || /\.(?:cursorrules|windsurfrules|clinerules|mdc)$/.test(name))
    return "agent-memory";
  if (["json", "yaml", "toml"].includes(language)) return "config";
  if (language === "markdown" || language === "text") return "reference";
  if (language === "binary" || language === "html") return "asset";
  return "script";
}

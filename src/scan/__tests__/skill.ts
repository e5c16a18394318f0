/** Small skills for tests: a body becomes a SKILL.md with front matter, or files are given as they are. */
import type { SkillFile } from "../../domain/skill-file.ts";
import type { RegistryContext } from "../registry.ts";

export type Example = string | Readonly<Record<string, string | Uint8Array>>;

const frontMatter =
  "---\nname: notes-helper\ndescription: Helps to keep meeting notes tidy.\n---\n\n# Notes helper\n\n";

/** A skill that others copy in tests. */
export const minutes = `---
name: meeting-minutes
description: Turns the notes of a meeting into minutes that everyone can read.
---

# Meeting minutes

Read the notes from the first line to the last before you write anything.

Write down each decision in one sentence, with the name of who took it.

Write down each open question, with the person who should answer it.

Put dates in the form that the notes use. Leave out small talk.

Ask for what is missing instead of guessing it.
`;

/** What the registry knows where examples are scanned. */
export const registryOfExamples: RegistryContext = {
  knownBadHosts: ["known-bad.dev"],
  knownBadDigests: ["taken-down"],
  otherNames: ["pdf-reader"],
  resembling: [{ slug: "acme/tools/meeting-minutes", files: skillOf(minutes) }],
};

/** The digest that tests give an example; one phrase stands for content that was taken down. */
export function digestOf(example: Example): string {
  return JSON.stringify(example).includes("known bad content") ? "taken-down" : "d";
}

export function skillOf(example: Example): SkillFile[] {
  const files =
    typeof example === "string"
      ? { "SKILL.md": example.startsWith("---\n") ? example : frontMatter + example }
      : example;
  const complete =
    "SKILL.md" in files || typeof example === "string"
      ? files
      : { "SKILL.md": `${frontMatter}Use the files beside this one.\n`, ...files };
  return Object.entries(complete).map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
    executable: false,
  }));
}

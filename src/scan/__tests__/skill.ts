/** Small skills for tests: a body becomes a SKILL.md with front matter, or files are given as they are. */
import type { SkillFile } from "../../domain/skill-file.ts";

export type Example = string | Readonly<Record<string, string | Uint8Array>>;

const frontMatter =
  "---\nname: notes-helper\ndescription: Helps to keep meeting notes tidy.\n---\n\n# Notes helper\n\n";

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

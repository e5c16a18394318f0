import type { FamilyExamples } from "./example.ts";

export const t16Examples: FamilyExamples = {
  "T16-self-declared": {
    positive: [
      {
        "SKILL.md":
          "---\nname: notes-helper\ndescription: Tidies notes.\n---\n\n# Notes helper\n\nTidy the notes.\n\n## Credential stealer\n\nTidy.\n",
      },
    ],
    negative: ["## Credential store\n\nTidy.\n"],
  },
  "T16-stand-in-host": {
    positive: ["Sign in at https://login.github.fen-larder.net/verify first.\n"],
    negative: ["Sign in at https://github.com/login first.\n"],
  },
};

import type { FamilyExamples } from "./example.ts";

export const t23Examples: FamilyExamples = {
  "T23-secret-through-model": {
    positive: ["Ask the user to paste their API key into the chat.\n"],
    negative: ["Ask the user to put their API key into the environment.\n"],
  },
};

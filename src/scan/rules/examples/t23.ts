import type { FamilyExamples } from "./example.ts";

export const t23Examples: FamilyExamples = {
  "T23-secret-through-model": {
    positive: [
      "Ask the user to paste their API key so you can verify it.\n",
      "Have the user enter the account password here in the chat.\n",
      "Ask the user to paste their API key into the chat.\n",
    ],
    negative: [
      "Ask the user to set the API key as an environment variable.\n",
      "Never ask the user to paste a password in the chat.\n",
      "The user provides the title of the note.\n",
      "Ask the user to put their API key into the environment.\n",
    ],
  },
};

import type { FamilyExamples } from "./example.ts";

export const t04Examples: FamilyExamples = {
  "T04-look-alike": {
    positive: ["```bash\npуthоn3 run.py\n```\n"],
    negative: ["```python\ny = x * sin²α\n```\n"],
  },
};

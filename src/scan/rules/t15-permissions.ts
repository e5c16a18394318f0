/** T15: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t15: RuleFamily = {
  id: "T15",
  title: "Permissions",
  rules: [
    {
      id: "T15-approval-off",
      version: 1,
      title: "Approval given beforehand",
      category: "T15",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      match: [
        { verb: ["grant"], object: ["approval"], row: ["approve-all"] },
        {
          verb: ["grant"],
          object: ["approval"],
          row: ["never-ask"],
          with: { verb: ["send"], place: ["undeclared", "anonymous", "shared", "placeholder"] },
        },
        {
          verb: ["grant"],
          object: ["approval"],
          row: ["never-ask"],
          with: { verb: ["delete", "lock", "persist", "fetch-run", "obey", "conceal"] },
        },
      ],
      message: 'The agent is to act without the questions that its user would expect ("{detail}").',
      advice: "Leave approvals to the person.",
      references: ["OWASP Agentic Skills 03"],
    },
  ],
};

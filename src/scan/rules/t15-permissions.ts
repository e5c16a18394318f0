/** T15: rights that a skill takes, and what it says of them. */
import { family } from "../rule.ts";

const approval = { verb: ["grant"], object: ["approval"] } as const;
const foreign = ["undeclared", "anonymous", "shared", "placeholder"] as const;
const lasting = ["delete", "lock", "persist", "fetch-run", "obey", "conceal"] as const;

export const t15 = family({ id: "T15", title: "Permissions and claims", references: ["CWE-250"] }, [
  {
    id: "T15-auto-approve",
    version: 4,
    title: "Approval switched off",
    confidence: 0.75,
    match: [
      { ...approval, actor: ["configuration", "program"] },
      { ...approval, row: ["approve-all", "acts-without-consent"] },
      { ...approval, row: ["never-ask"], with: { verb: ["send"], place: foreign } },
      { ...approval, row: ["never-ask"], with: { verb: lasting } },
    ],
    message: "The agent is to act without the questions that its user would expect: {detail}",
    advice: "Leave approvals to the user.",
    references: ["OWASP Agentic Skills 04"],
  },
  {
    id: "T15-all-rights",
    version: 3,
    title: "Container or account with all rights",
    confidence: 0.6,
    match: [
      { verb: ["grant"], object: ["container"] },
      { verb: ["grant"], object: ["account"], actor: ["configuration"] },
    ],
    message: "A container or an account gets all rights: {detail}",
    advice: "Grant only what the task needs, to a named account.",
  },
  {
    id: "T15-claim-contradicted",
    title: "A program does what the skill denies",
    confidence: 0.7,
    match: [{ verb: ["contradict"], object: ["claim"] }],
    message: 'The skill says "{detail}", and a program of it does otherwise.',
    advice: "Correct the claim, or remove the act.",
    references: ["OWASP Agentic Skills 04"],
  },
]);

/** Which finding decided a verdict, and what would change it: the question that an author has after reading the verdict. */
import { type Deciding, type Finding, type NotLookedAt, severities, type Verdict } from "./report.ts";
import { scoreOf, verdictOf } from "./score.ts";

interface Judged {
  readonly findings: readonly Finding[];
  readonly notLookedAt: readonly NotLookedAt[];
}

/** Findings, and whether unread files count: what a verdict is made of. */
interface Causes {
  readonly findings: readonly Finding[];
  readonly unread: boolean;
}

const mildness: Readonly<Record<Verdict, number>> = { FAIL: 0, CONCERNS: 1, PASS: 2 };

/** Null for a PASS. */
export function decidingOf({ findings, notLookedAt }: Judged): Deciding | null {
  const all: Causes = { findings: heaviestFirst(findings), unread: notLookedAt.length > 0 };
  const verdict = verdictWith(all);
  if (verdict === "PASS") return null;
  const causes = decidingCauses(all, verdict);
  const left = verdictWith(without(all, causes));
  const [first] = causes.findings;
  if (first === undefined) return unreadDecides(notLookedAt, left);
  return {
    ruleId: first.ruleId,
    file: first.file,
    line: first.line,
    reason: reasonOf(causes, notLookedAt, left),
  };
}

function heaviestFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  return [...findings].sort((a, b) => rank(b) - rank(a) || b.confidence - a.confidence);
}

function verdictWith({ findings, unread }: Causes): Verdict {
  return verdictOf(findings, scoreOf(findings), !unread);
}

function without(all: Causes, causes: Causes): Causes {
  const gone = new Set(causes.findings);
  return {
    findings: all.findings.filter((finding) => !gone.has(finding)),
    unread: all.unread && !causes.unread,
  };
}

/** The single cause whose absence helps most; if there is none, causes of which all are needed for a milder verdict. */
function decidingCauses(all: Causes, verdict: Verdict): Causes {
  const single = singleCauses(all)
    .map((cause) => ({ cause, left: mildness[verdictWith(without(all, cause))] }))
    .sort((a, b) => b.left - a.left)[0];
  return single !== undefined && single.left > mildness[verdict] ? single.cause : together(all, verdict);
}

function singleCauses({ findings, unread }: Causes): Causes[] {
  const each = findings.map((finding): Causes => ({ findings: [finding], unread: false }));
  return unread ? [...each, { findings: [], unread: true }] : each;
}

function together(all: Causes, verdict: Verdict): Causes {
  const helps = (causes: Causes) => mildness[verdictWith(without(all, causes))] > mildness[verdict];
  let causes: Causes = { findings: [], unread: all.unread && verdict !== "FAIL" };
  for (const finding of all.findings) {
    if (helps(causes)) break;
    causes = { ...causes, findings: [...causes.findings, finding] };
  }
  for (const finding of causes.findings) {
    const fewer = { ...causes, findings: causes.findings.filter((other) => other !== finding) };
    if (helps(fewer)) causes = fewer;
  }
  return causes;
}

function reasonOf({ findings, unread }: Causes, notLookedAt: readonly NotLookedAt[], left: Verdict): string {
  const [, ...others] = findings;
  const would = `the verdict would be ${left}.`;
  if (unread) {
    const named = ["This finding", ...others.map(nameOf), unreadName(notLookedAt)];
    return `${listed(named)} decide. Without ${named.length === 2 ? "both" : "all of them"} ${would}`;
  }
  const named = listed(["this one", ...others.map(nameOf)]);
  if (others.length === 0) return `Without this finding ${would}`;
  if (others.length === 1) return `Two independent findings decide: ${named}. Without both ${would}`;
  return `${findings.length} findings decide: ${named}. Without all of them ${would}`;
}

const nameOf = ({ ruleId, file, line }: Finding) => `${ruleId} (${file}:${line})`;

function unreadName([first, ...others]: readonly NotLookedAt[]): string {
  if (others.length > 0) return `${others.length + 1} unread parts`;
  return first === undefined || first.file === "" ? "the unfinished scan" : `the unread file ${first.file}`;
}

/** Names beyond these say nothing new. */
const namesShown = 4;

function listed(names: readonly string[]): string {
  const more = names.length - namesShown;
  const shown = more > 0 ? [...names.slice(0, namesShown), `${more} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

function unreadDecides(notLookedAt: readonly NotLookedAt[], left: Verdict): Deciding {
  // A rule that did not finish weighs more than any file.
  const first = notLookedAt.find(({ file }) => file === "") ?? notLookedAt[0];
  const { file, reason } = first ?? { file: "", reason: "" };
  const more = notLookedAt.length > 1 ? ` ${notLookedAt.length - 1} more parts were not read.` : "";
  return {
    ruleId: null,
    file,
    line: null,
    reason:
      file === ""
        ? `The scan did not finish: ${reason}.${more}`
        : `${file} was not read in full: ${reason}.${more} Without ${more === "" ? "it" : "them"} the verdict would be ${left}.`,
  };
}

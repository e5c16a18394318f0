/** What a leaked secret looks like, and how a report shows one: by its beginning and its length, never as a whole. */
import type { Context, Finding, ScanReport } from "./report.ts";

export const secretPatterns: readonly RegExp[] = [
  /\bAKIA[0-9A-Z]{16}\b(?<!EXAMPLE)/g,
  /\bghp_[A-Za-z0-9]{36}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{60,90}\b/g,
  /\bxox[baprs]-\d{8,14}-[A-Za-z0-9-]{20,80}\b/g,
  /\bsk-ant-[A-Za-z0-9-]{60,120}\b/g,
  /\bsk_live_[A-Za-z0-9]{24,60}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bhf_[A-Za-z0-9]{34}\b/g,
  /-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{100,4000}/g,
];

/** The beginnings of which one stands in every text that holds a secret: one search rules most texts out. */
export const mayHoldSecret =
  /\b(?:AKIA|ghp_|github_pat_|xox|sk-ant-|sk_live_|AIza|glpat-|npm_|hf_)|PRIVATE KEY-----/;

/**
 * Secrets in a text that was cut, or whose line ends became spaces. Names such as `npm_config_registry` are none: a
 * secret has a capital or a digit.
 */
const cutPatterns: readonly RegExp[] = [
  /\b(?:AKIA|ghp_|github_pat_|xox[baprs]-|sk-ant-|sk_live_|AIza|glpat-|npm_|hf_)(?=[a-z_-]{0,40}[A-Z0-9])[A-Za-z0-9_-]{12,120}/g,
  /-----BEGIN (?:RSA |EC |OPENSSH |DSA |ENCRYPTED )?PRIVATE KEY-----[\sA-Za-z0-9+/=\\]{20,4000}/g,
];

/**
 * Values that their names call secret. The group is the value: long, with a letter and a digit, and neither a name in a
 * program nor a placeholder.
 */
const namedPatterns: readonly RegExp[] = [
  /(?:(?:api|access|private)[_-]?key|secret(?:_?key)?|token|passw(?:or)?d|passphrase)["']?\s{0,4}[:=]\s{0,4}["'](?=[^\d"'\s]{0,99}\d)(?=[^a-z"'\s]{0,99}[a-z])([\w+/=.~-]{16,200})(?=["'])/gi,
  /(?:(?:api|access|private)[_-]?key|secret(?:_?key)?|token|passw(?:or)?d|passphrase)\s{0,4}[:=]\s{0,4}(?=[^\d\s]{0,99}\d)(?=[^a-z\s]{0,99}[a-z])(\w[\w+/=-]{19,200})(?![\w+/=.(-])/gi,
  /\bbearer\s{1,4}(?=[^\d\s]{0,99}\d)([\w.~+/=-]{20,400})/gi,
  /:\/\/[^\s:@/"']{1,80}:(?![${<])([^\s:@/"']{6,120})(?=@[\w.-])/g,
];
const placeholder = /your|example|placeholder|changeme|x{4}|\*{3}|^(?:process|os|env|config|settings)\b/i;

const allPatterns: readonly RegExp[] = [...secretPatterns, ...cutPatterns, ...namedPatterns];

/** No expression matches more characters. */
const longest = 4_100;
const kept = 4;

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What a report shows in its place. */
  readonly shown: string;
}

/** The secrets of a text that overlap with the part from `start` to `stop`, in order. */
export function secretsIn(text: string, start: number, stop: number): SecretSpan[] {
  const from = Math.max(0, start - longest);
  const near = text.slice(from, stop + longest);
  const spans = allPatterns
    .flatMap((pattern) => [...near.matchAll(pattern)].flatMap(secretOf))
    .map((span) => ({ ...span, start: from + span.start, end: from + span.end }))
    .filter((span) => span.end > start && span.start < stop)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let end = start;
  return spans.filter((span) => {
    if (span.end <= end) return false;
    end = span.end;
    return true;
  });
}

/** Where a group is caught, only that is secret: it stands at the end of the match. */
function secretOf({ 0: match, 1: value = match, index }: RegExpExecArray): SecretSpan[] {
  if (value !== match && placeholder.test(value)) return [];
  const end = index + match.length;
  return [{ start: end - value.length, end, shown: masked(value) }];
}

/** `text` from `start` to `stop`, with every secret masked that begins or ends outside of it too. */
export function sliceMasked(text: string, start: number, stop: number): string {
  let out = "";
  let at = start;
  for (const span of secretsIn(text, start, stop)) {
    out += text.slice(at, Math.max(at, span.start)) + span.shown;
    at = span.end;
  }
  return out + text.slice(at, Math.max(at, stop));
}

/** A text that a report quotes, without the secrets that can still be recognised in it. */
export function maskSecrets(text: string): string {
  return sliceMasked(text, 0, text.length);
}

function masked(secret: string): string {
  const beginning = /^-----BEGIN [A-Z ]{0,20}-----/.exec(secret)?.[0] ?? secret.slice(0, kept);
  return `${beginning}… (${secret.length} characters)`;
}

/** The report with the secrets masked in all that it quotes. */
export function maskReport(report: ScanReport): ScanReport {
  return {
    ...report,
    findings: report.findings.map(maskFinding),
    capabilities: report.capabilities.map((one) => ({ ...one, detail: maskSecrets(one.detail) })),
    notLookedAt: report.notLookedAt.map((one) => ({ ...one, reason: maskSecrets(one.reason) })),
    manifest: report.manifest.map((one) => ({ ...one, message: maskSecrets(one.message) })),
    deciding: report.deciding && { ...report.deciding, reason: maskSecrets(report.deciding.reason) },
  };
}

export function maskFinding(finding: Finding): Finding {
  return {
    ...finding,
    snippet: maskSecrets(finding.snippet),
    context: maskContext(finding.context),
    ...(finding.decoded === undefined ? {} : { decoded: maskSecrets(finding.decoded) }),
    message: maskSecrets(finding.message),
    path: finding.path.map((step) => ({ ...step, note: maskSecrets(step.note) })),
  };
}

/** Marks are offsets: they end where a line became shorter. */
function maskContext({ start, lines, marks }: Context): Context {
  const masked = lines.map(maskSecrets);
  const within = (line: number, offset: number) => Math.min(offset, masked[line - start]?.length ?? 0);
  return {
    start,
    lines: masked,
    marks: marks.map(({ line, from, to }) => ({ line, from: within(line, from), to: within(line, to) })),
  };
}

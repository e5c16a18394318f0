/** What a leaked secret looks like, and how a report shows one: by its beginning and its length, never as a whole. */
import type { Finding, ScanReport } from "./report.ts";

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

/**
 * Secrets in a text that was cut, or whose line ends became spaces. Names such as `npm_config_registry` are none: a
 * secret has a capital or a digit.
 */
const cutPatterns: readonly RegExp[] = [
  /\b(?:AKIA|ghp_|github_pat_|xox[baprs]-|sk-ant-|sk_live_|AIza|glpat-|npm_|hf_)(?=[a-z_-]{0,40}[A-Z0-9])[A-Za-z0-9_-]{12,120}/g,
  /-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----[\sA-Za-z0-9+/=]{20,4000}/g,
];

/** No expression matches more characters. */
const longest = 4_100;
const kept = 4;

/** `text` from `start` to `stop`, with every secret masked that begins or ends outside of it too. */
export function sliceMasked(text: string, start: number, stop: number): string {
  const from = Math.max(0, start - longest);
  const near = text.slice(from, stop + longest);
  const spans = secretPatterns
    .flatMap((pattern) => [...near.matchAll(pattern)])
    .map(({ 0: secret, index }) => ({ secret, start: from + index, end: from + index + secret.length }))
    .filter((span) => span.end > start && span.start < stop)
    .sort((a, b) => a.start - b.start);
  let out = "";
  let at = start;
  for (const span of spans) {
    if (span.end <= at) continue;
    out += text.slice(at, Math.max(at, span.start)) + masked(span.secret);
    at = span.end;
  }
  return out + text.slice(at, Math.max(at, stop));
}

/** A text that a report quotes, without the secrets that can still be recognised in it. */
export function maskSecrets(text: string): string {
  let out = text;
  for (const pattern of [...secretPatterns, ...cutPatterns]) out = out.replace(pattern, masked);
  return out;
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
    manifest: report.manifest.map((one) => ({ ...one, message: maskSecrets(one.message) })),
  };
}

export function maskFinding(finding: Finding): Finding {
  return {
    ...finding,
    snippet: maskSecrets(finding.snippet),
    message: maskSecrets(finding.message),
    path: finding.path.map((step) => ({ ...step, note: maskSecrets(step.note) })),
  };
}

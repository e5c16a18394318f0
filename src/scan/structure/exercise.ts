/**
 * Exercises: a skill that says it is for testing security shows attacks in its documents, against nobody. Only what
 * names no outside place is an exercise; with a real address it is an attack, whatever the description says.
 */
import type { SkillContext } from "../context.ts";
import { type HostKind, hostKind, hostOf } from "../hosts.ts";
import type { Hit, Rule } from "../rule.ts";

const subject =
  /\b(?:penetration[- ]test\w{0,4}|pentest\w{0,4}|ethical hack\w{0,4}|red[- ]team\w{0,4}|exploitation|privilege escalation|injection (?:test\w{0,4}|attacks?|vulnerabilit\w{1,3})|(?:xss|sqli|ssrf)\b|offensive security|bug bounty|ctf|oscp|hack ?the ?box|tryhackme|security (?:testing|assessments?)|vulnerability (?:testing|assessments?)|metasploit|packer|adversary (?:emulation|simulation)|malware (?:analysis|triage|reverse)|reverse engineer\w{0,4}|(?:threat )?hunt(?:s|ing)? for|threat hunting|incident response|compromised (?:hosts?|systems?|machines?|endpoints?|accounts?)|indicators? of compromise|iocs?\b|intrusions?|detection engineering|sigma rules?|yara|dfir|forensics?|s[ée]curit[ée] (?:web|informatique)|seguridad (?:web|ofensiva)|it-sicherheit|segurança (?:web|ofensiva))(?![a-z])/i;

/** What is done to a machine; not what is said to an agent or kept from a user. */
const technical = new Set(["T05", "T06", "T08", "T09", "T11", "T12", "T14", "T16", "T18", "T19", "T21"]);

export function isExercise(rule: Rule, hit: Hit, context: SkillContext): boolean {
  let root = hit.artefact;
  while (root.parent !== undefined) root = root.parent;
  if (!technical.has(rule.category) || root.language !== "markdown") return false;
  const { name, description } = context.declared;
  if (!subject.test(`${name.replace(/[-_]/g, " ")} ${description}`)) return false;
  const { text } = hit.artefact;
  const line = text.slice(
    text.lastIndexOf("\n", hit.start) + 1,
    (text.indexOf("\n", hit.end) + 1 || text.length + 1) - 1,
  );
  const kinds = [...line.matchAll(/\bhttps?:\/\/[^\s"'`<>)]{2,200}|\b\d{1,3}(?:\.\d{1,3}){3}\b/g)].map(
    ([address]) => hostKind(address.includes("://") ? hostOf(address) : address),
  );
  const isMadeUp = (kind: HostKind) => kind === "local" || kind === "placeholder" || kind === "self-named";
  // What catches a call is named beside who is made to call: a victim that is made up.
  const named = kinds.some(isMadeUp);
  if (rule.category === "T08" && !named) return false;
  return kinds.every((kind) => isMadeUp(kind) || kind === "metadata" || (named && kind === "collector"));
}

/**
 * Exercises: a skill that says it is for testing security shows attacks in its documents, against nobody. Only what
 * names no outside place is an exercise; with a real address it is an attack, whatever the description says.
 */
import type { SkillContext } from "../context.ts";
import { type HostKind, hostKind, hostOf } from "../hosts.ts";
import type { Hit, Rule } from "../rule.ts";
import { huntsAttacks } from "./shown.ts";

const subject =
  /\b(?:penetration[- ]test\w{0,4}|pentest\w{0,4}|ethical hack\w{0,4}|red[- ]team\w{0,4}|exploitation|privilege escalation|injection (?:test\w{0,4}|attacks?|vulnerabilit\w{1,3})|(?:template|command|code|sql|xml|ldap|nosql|header) injections?|(?:xss|sqli|ssrf|ssti|xxe|rce|idor|csrf)\b|remote code execution|sandbox escapes?|insecure deserialization|path traversal|offensive security|bug bounty|ctf|oscp|hack ?the ?box|tryhackme|security (?:testing|assessments?)|vulnerability (?:testing|assessments?)|metasploit|adversary (?:emulation|simulation)|malware (?:analysis|triage)|reverse engineer\w{0,4} (?:malware|samples?|binar\w{1,4})|threat hunting|incident response|compromised (?:hosts?|systems?|machines?|endpoints?|accounts?)|indicators? of compromise|iocs?\b|intrusions?|detection engineering|sigma rules?|yara|dfir|forensics?|s[ée]curit[ée] (?:web|informatique)|seguridad (?:web|ofensiva)|it-sicherheit|segurança (?:web|ofensiva))(?![a-z])/i;

/** What is done to a machine; not what is said to an agent or kept from a user. */
const technical = new Set(["T05", "T06", "T08", "T09", "T11", "T12", "T14", "T16", "T18", "T19", "T21"]);

export function isExercise(rule: Rule, hit: Hit, context: SkillContext): boolean {
  let root = hit.artefact;
  while (root.parent !== undefined) root = root.parent;
  if (!technical.has(rule.category) || root.language !== "markdown") return false;
  const { name, description } = context.declared;
  const said = `${name.replace(/[-_]/g, " ")} ${description}`;
  // An image that is built has no person behind it whom the guard protects.
  if (rule.id === "T12-protection-off" && /\bimages? with packer\b/i.test(said)) return true;
  if (!subject.test(said) && !huntsAttacks.test(said)) return false;
  const line = lineOf(hit);
  // A remark names nobody who takes part.
  const remark = /(?:^|\s)#/.exec(line);
  const acts = remark === null ? line : line.slice(0, remark.index);
  const kinds = [...acts.matchAll(places)].map(([address, tcp, host]) =>
    hostKind((tcp ?? host ?? (address.includes("://") ? hostOf(address) : address)).toLowerCase()),
  );
  const isMadeUp = (kind: HostKind) => kind === "local" || kind === "placeholder" || kind === "self-named";
  // What catches a call is named beside who is made to call: a victim that is made up.
  const named = kinds.some(isMadeUp);
  if (rule.category === "T08" && (!named || ownSecrets.test(line))) return false;
  return kinds.every((kind) => isMadeUp(kind) || kind === "metadata" || (named && kind === "collector"));
}

/** Addresses, and machines that are called by their name alone. */
const places =
  /\bhttps?:\/\/[^\s"'`<>)]{2,200}|\/dev\/(?:tcp|udp)\/([\w.-]{2,120})\/|\b(?:nc|ncat|netcat|telnet)\b[^\n|;&]{0,60}?\s([a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,4})\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** What belongs to the machine that the reader sits at. */
const ownSecrets =
  /~\/\.|\$\{?HOME\b|\bid_(?:rsa|ed25519)\b|\.aws\b|\.env\b|\$\(env\)|\bprintenv\b|\/etc\/shadow|\bcredentials\b/;
/** Longest stretch of a line that is looked at, on either side of a hit. */
const reach = 1_000;

function lineOf({ artefact, start, end }: Hit): string {
  const before = artefact.text.slice(Math.max(0, start - reach), start);
  const behind = artefact.text.slice(start, Math.min(end, start + reach) + reach);
  const rest = behind.indexOf("\n", Math.min(end - start, reach));
  return before.slice(before.lastIndexOf("\n") + 1) + (rest === -1 ? behind : behind.slice(0, rest));
}

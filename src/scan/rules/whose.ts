/** Whose a host is: the skill's own, a house that it speaks of, or a stranger's. Knows nothing of what goes there. */

import type { Fact } from "../code/facts.ts";
import type { Block } from "../document/block.ts";
import { registeredName } from "../hosts.ts";
import { registrableOf } from "../registrable.ts";
import type { Skill } from "../skill.ts";

/** Whether the skill itself names this host's owner: in its front matter, or as the subject of its name. */
export function isDeclaredHost(host: string, context: Skill): boolean {
  if (host === "") return false;
  // What stands before the name that somebody registered is theirs to choose.
  const labels = registeredName(host)
    .split(".")
    .slice(0, 1)
    .filter(
      (label) =>
        label.length > 3 &&
        !/^(?:www|api|install|get|raw|cdn|docs|github|githubusercontent|com|example)$/.test(label),
    );
  const said =
    `${context.declared.name} ${context.declared.description} ${context.declared.homepage}`.toLowerCase();
  const joined = said.replace(/[\s-]/g, "");
  const name = context.declared.name
    .toLowerCase()
    .split(/[\s_-]/)
    .filter(
      (word) => word.length > 4 && !/^(?:skill|agent|setup|install|helper|tools?|server|update)/.test(word),
    );
  return (
    labels.some(
      (label) => joined.includes(label) || name.some((word) => label.includes(word)) || partSaid(label, said),
    ) ||
    context.declared.all.includes(host) ||
    isShortName(host, context) ||
    labels.some((label) => isOfHouse(label, context) || isKin(label, said, context)) ||
    isSubject(labels, context) ||
    hasOwnKey(host, context)
  );
}

/** Whether a program that the page runs begins as the label does, and the description speaks of it: "smolmachines" makes `smolvm`. */
function isKin(label: string, said: string, { blocks }: Skill): boolean {
  return said.split(/[^a-z0-9]/).some((word) => {
    const same = [...word].findIndex((letter, i) => letter !== label[i]);
    const isLike = word.length > 4 && same > 3 && same >= word.length * 0.6;
    return isLike && blocks.some(({ role, lower }) => role === "code" && `\n${lower}`.includes(`\n${word} `));
  });
}

const keyed = new WeakMap<Skill, ReadonlySet<string>>();

/** Whether the skill speaks of a key that is named after the host's owner: ACME_API_KEY for api.acme.com. */
function hasOwnKey(host: string, context: Skill): boolean {
  const label = registrableOf(host)?.split(".")[0] ?? "";
  if (label.length < 4 || generic.test(label)) return false;
  const owners = keyed.get(context) ?? ownersOfKeys(context);
  keyed.set(context, owners);
  // "acmeapis" is acme's; "acme-cdn" may be anybody's.
  return [label.replaceAll("-", ""), label.replace(serviceEnding, ""), label.replace(/ai$/, "")].some(
    (name) => owners.has(name),
  );
}

function ownersOfKeys(context: Skill): Set<string> {
  const owners = new Set<string>();
  for (const block of context.blocks) {
    if (block.artefact.origin === "decoded" || block.role === "hidden") continue;
    for (const [, owner = ""] of block.text.matchAll(
      /\b([A-Z][A-Z0-9]{3,30})_(?:[A-Z0-9]{1,20}_){0,3}(?:KEY|TOKEN|SECRET|PASSWORD|PAT)\b/g,
    )) {
      if (owners.size >= 200) return owners;
      owners.add(owner.toLowerCase());
    }
  }
  return owners;
}

/** A house whose whole name is two or three letters, and which is a word of the skill's name: hf.co for hf-cli. */
function isShortName(host: string, context: Skill): boolean {
  const label = registrableOf(host)?.split(".")[0] ?? "";
  return (
    label.length > 1 &&
    label.length < 4 &&
    context.declared.name
      .toLowerCase()
      .split(/[\s_-]/)
      .includes(label)
  );
}

const generic =
  /^(?:agent|agents|assets|auth|backup|build|center|central|check|client|cloud|code|collect|config|data|deploy|docs|edge|file|files|global|helper|image|install|intake|internal|local|logs|mail|main|media|metrics|mirror|notes|online|open|page|pages|portal|prod|proxy|public|relay|release|report|reports|safe|secure|server|service|services|share|site|skill|skills|smart|stats|status|storage|store|stream|support|sync|team|telemetry|test|tool|tools|track|tracking|update|updates|upload|uploads|user|vault|verify|webhook|work)$/;

const lure =
  /(?:^|-)(?:verif\w{1,8}|login|signin|auth|account|secure|security|updates?|upgrade|human|captcha|recovery)(?:-|$)/;

/** A label with hyphens that begins with what the description names: "qwen-code-assets" for a skill about Qwen. */
function partSaid(label: string, said: string): boolean {
  // A subject with "verify" or "login" behind a hyphen is how look-alikes are named.
  if (!label.includes("-") || lure.test(label)) return false;
  const words = new Set(said.split(/[^a-z0-9]/));
  const [first = ""] = label.split("-");
  return first.length > 3 && !generic.test(first) && words.has(first);
}

/** What houses add to their own name for the hosts of their services. */
const serviceEnding = /(?:apis?|app|apps|cdn|hq|inc|labs|static|usercontent)$/;

/**
 * Whether a label is the name of a house with the ending of a service ("acmeapis"), and the skill is about the house: a
 * word of its description, or one that its visible text says again and again. Joined only: names with a hyphen are
 * what look-alikes are made of.
 */
function isOfHouse(label: string, context: Skill): boolean {
  const house = label.replace(serviceEnding, "");
  if (house === label || house.length < 3 || house.includes("-") || generic.test(house)) return false;
  const { name, description } = context.declared;
  if (
    `${name} ${description}`
      .toLowerCase()
      .split(/[^a-z0-9]/)
      .includes(house)
  )
    return true;
  const manifest = context.artefacts.find((artefact) => artefact.role === "manifest");
  const words = manifest?.lower.split(/[^a-z0-9]/) ?? [];
  return words.filter((word) => word === house).length > 4;
}

/** Whether the document is about the host's owner: its label stands in headings or all over the prose. */
function isSubject(labels: readonly string[], context: Skill): boolean {
  const manifest = context.artefacts.find((artefact) => artefact.role === "manifest");
  if (manifest === undefined) return false;
  return labels.some((label) => label.length > 4 && manifest.lower.split(label).length > 6);
}

/**
 * Whether the skill has nothing to do with a host: the front matter does not name it, its own label is no word of the
 * skill's name or description, no section or file is about it, no other block names it and no two others its owner. A
 * name that only resembles the skill's is no excuse.
 */
export function isStranger(host: string, context: Skill, block: Block): boolean {
  const domain = registeredName(host);
  const label = domain.split(".")[0] ?? "";
  // Some names are written over the dot: "dp.la", "fly.io".
  const whole = domain.replace(/[^a-z0-9]/g, "");
  const { name, description, all, homepage } = context.declared;
  if (all.includes(domain) || homepage.includes(domain)) return false;
  const words = new Set(`${name} ${description}`.toLowerCase().split(/[^a-z0-9]/));
  const joined = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (words.has(label) || words.has(whole) || joined === label.replaceAll("-", "")) return false;
  if (isOfHouse(label, context) || isIntroduced(host, block, words)) return false;
  if (hasOwnKey(host, context) || [...words].some((word) => isShortFor(label, word))) return false;
  // A file or a section of its own is about it.
  const subject = `${block.artefact.path} ${block.section.join(" ")}`.toLowerCase().split(/[^a-z0-9]/);
  if (subject.some((word) => word.length > 4 && label.startsWith(word) && label.length - word.length < 4))
    return false;
  if ((domainCounts(context).get(domain) ?? 0) > 1 || isSpokenOf(label, context, block)) return false;
  if (loginsOf(context).has(domain) || isShortNamed(label, context)) return false;
  return label.length > 4 || whole.length < 4 || !isNamedElsewhere(whole, context, block);
}

/** "AcmeHub at https://…", where the description speaks of AcmeHub: its place, whatever it is called. */
function isIntroduced(host: string, { text }: Block, words: ReadonlySet<string>): boolean {
  const at = text.indexOf(host);
  const line =
    text
      .slice(Math.max(0, at - 80), Math.max(0, at))
      .split("\n")
      .at(-1) ?? "";
  return [...line.matchAll(/\b[A-Z][a-z]{1,20}[A-Z]\w{1,20}\b/g)].some(([name]) =>
    words.has(name.toLowerCase()),
  );
}

/** Whether a label is a name with letters left out: "bsky" for "bluesky". */
function isShortFor(label: string, name: string): boolean {
  if (label.length < 4 || label[0] !== name[0] || label.length >= name.length) return false;
  if (label.length * 2 < name.length || label.at(-1) !== name.at(-1)) return false;
  let at = 0;
  for (const ch of name) if (ch === label[at]) at++;
  return at === label.length;
}

/** Whether two other blocks of the visible text call the owner by name: the skill is of its house. */
function isSpokenOf(label: string, context: Skill, block: Block): boolean {
  return label.length > 5 && !generic.test(label) && isNamedElsewhere(label, context, block);
}

/** A name of three or four letters and digits, where it stands as a word in blocks enough: `vm0 login`, `VM0_URL`. */
function isShortNamed(label: string, context: Skill): boolean {
  return /^(?=[a-z]{0,3}\d)[a-z0-9]{3,4}$/.test(label) && (shortWords(context).get(label) ?? 0) > 2;
}

const shorts = new WeakMap<Skill, ReadonlyMap<string, number>>();

/** In how many blocks each short word stands. One pass over the text, made when first asked for. */
function shortWords(context: Skill): ReadonlyMap<string, number> {
  const known = shorts.get(context);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { artefact, role, lower } of context.blocks) {
    if (artefact.origin === "decoded" || !/^(?:prose|heading|code)$/.test(role)) continue;
    const here = new Set<string>();
    for (const [word] of lower.matchAll(/(?<![a-z0-9])[a-z0-9]{3,4}(?![a-z0-9.])/g)) {
      if (here.size >= 500) break;
      here.add(word);
    }
    for (const word of here) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  shorts.set(context, counts);
  return counts;
}

function isNamedElsewhere(label: string, context: Skill, block: Block): boolean {
  let times = 0;
  for (const other of context.blocks) {
    const elsewhere =
      other.artefact !== block.artefact || other.end <= block.start || other.start >= block.end;
    const visible = other.role === "prose" || other.role === "heading" || other.role === "code";
    if (elsewhere && visible && other.artefact.origin !== "decoded" && other.lower.includes(label)) times++;
    if (times > 1) return true;
  }
  return false;
}

const loggedIn = new WeakMap<Skill, ReadonlySet<string>>();

/** Domains of machines that the skill works on over ssh; where the person's own folders go to is another matter. */
function loginsOf(context: Skill): ReadonlySet<string> {
  const known = loggedIn.get(context);
  if (known !== undefined) return known;
  const domains = new Set<string>();
  for (const { role, text } of context.blocks) {
    if (role !== "code") continue;
    for (const [line, host = ""] of text.matchAll(
      /\b(?:ssh|rsync|scp)\s[^\n]{0,120}?\b[\w.-]{1,32}@((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12})\b[^\n]{0,80}/g,
    )) {
      if (
        domains.size >= 50 ||
        /\s-\w{0,4}R\b|~\/|\$\{?HOME|\/home\/|\/Users\/|\/etc\b|\.(?:ssh|aws|gnupg|env)\b/.test(line)
      )
        continue;
      domains.add(registeredName(host));
    }
  }
  loggedIn.set(context, domains);
  return domains;
}

const counted = new WeakMap<Skill, ReadonlyMap<string, number>>();

/** In how many blocks each domain stands. One pass over the text, made when first asked for. */
function domainCounts(context: Skill): ReadonlyMap<string, number> {
  const known = counted.get(context);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const block of context.blocks) {
    // What is hidden stands within another block, and speaks for nothing.
    if (/^(?:comment|hidden)$/.test(block.role) || block.artefact.origin === "decoded") continue;
    const here = new Set<string>();
    for (const [name] of block.lower.matchAll(/\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}\b/g)) {
      if (here.size >= 500) break;
      here.add(name);
      const labels = name.split(".");
      if (labels.length > 3) here.add(labels.slice(-3).join("."));
      if (labels.length > 2) here.add(labels.slice(-2).join("."));
    }
    for (const name of here) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  counted.set(context, counts);
  return counts;
}

/** What opens other doors than one service's: whoever it is named after, it is nobody's own. */
export const ofTheMachine =
  /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b|git-credentials|Login Data|\bCookies\b|keychain/i;

/** Whether what is read is named after the host that it goes to: a service's own key. */
export function isKeyOfHost({ artefact, start, end, host, detail, path }: Fact): boolean {
  if (ofTheMachine.test(`${detail} ${path[0]?.note ?? ""}`)) return false;
  const label = registrableOf(host)?.split(".")[0] ?? "";
  if (label.length < 4 || generic.test(label)) return false;
  const before = artefact.text.slice(Math.max(0, start - 400), end).toLowerCase();
  // Paths and variables; the address itself says nothing about whose the key is.
  const names = before.split(/[\s"'()=|;`]/).filter((name) => /[/_.$]/.test(name) && !name.includes(host));
  return names.some((name) => name.split(/[^a-z0-9]/).includes(label));
}

/** The kind of each address, mailbox and host that a statement names. */

import { cornerOf, hostKind, hostOf } from "../hosts.ts";
import { shadyHosts } from "../rules/on-facts.ts";
import { isStranger } from "../rules/whose.ts";
import type { Skill } from "../skill.ts";
import type { Block } from "./block.ts";
import { isAboutSecurity } from "./shown.ts";
import type { Token } from "./statements.ts";

const prefixes = { mail: "mail", url: "url" } as const;

/** What a place is to the skill: known, its own, a stranger's, or one that nobody answers for. */
export function hostFeature(token: Token, block: Block, context: Skill): string {
  const { word } = token;
  const prefix = token.kind === "mail" || token.kind === "url" ? prefixes[token.kind] : "host";
  const host = prefix === "url" ? hostOf(word) : prefix === "mail" ? word.slice(word.indexOf("@") + 1) : word;
  if (/^(?:s3|gs):/.test(word)) return bucketKind(word, block, context);
  const kind = hostKind(host);
  // Where attacks are taught, their places have telling names.
  if (shadyHosts.has(kind)) {
    const taught = block.polarity === "teach" || (kind === "self-named" && isAboutSecurity(context.declared));
    return taught ? "cited" : `${prefix}:shady`;
  }
  if (kind === "well-known") return cornerKind(token, host, block, context) ?? `${prefix}:known`;
  if (kind !== "unknown") return `${prefix}:known`;
  if (prefix === "url" && isOwnInstaller(word, context)) return "url:own";
  return isStranger(host, context, block) ? `${prefix}:stranger` : `${prefix}:own`;
}

/** `…/name/install.sh`, for a skill of that name: what its author's page installs. */
function isOwnInstaller(url: string, { declared }: Skill): boolean {
  const folder =
    /^https?:\/\/[^/]{3,120}\/([\w-]{3,40})\/(?:install|get|setup)[\w.-]{0,20}$/i.exec(url)?.[1] ?? "";
  return (
    folder !== "" &&
    `${declared.name} ${declared.description}`
      .toLowerCase()
      .split(/[^a-z0-9]/)
      .includes(folder.toLowerCase())
  );
}

/** A bucket that the skill names nowhere else, unless its name is a stand-in. */
function bucketKind(word: string, block: Block, context: Skill): string {
  const name = word.slice(5).split("/")[0] ?? "";
  const madeUp = /^(?:my|your|some|the)-|^(?:bucket|data|example|test)|bucket$|[<{$]/.test(name);
  return madeUp || !isStranger(name, context, block) ? "url:known" : "url:stranger";
}

/** An address on a platform by whose corner it is. */
function cornerKind(token: Token, host: string, block: Block, context: Skill): string | undefined {
  if (token.kind !== "url") return undefined;
  const whose = cornerOf(block.text.slice(token.start, token.end));
  if (whose === "corner") return "url:stranger";
  if (whose === "shared") return "url:shared";
  return whose === "tenant" && isStranger(host, context, block) ? "url:stranger" : undefined;
}

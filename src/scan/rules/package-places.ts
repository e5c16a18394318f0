/** Where packages come from: settings that name another index, and packages that are taken from an address. */

import { hostKind, isKnownOwner } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import { registrableOf } from "../registrable.ts";
import type { Skill } from "../skill.ts";
import { searching } from "./code-blocks.ts";
import { isSaidElsewhere } from "./said-elsewhere.ts";
import { isStranger } from "./whose.ts";

/** Indexes and mirrors that are run in public, by universities and by the makers of platforms. */
const openIndex =
  /(?:^|\.)(?:pypi\.org|pythonhosted\.org|python\.org|pytorch\.org|nvidia\.com|npmjs\.(?:org|com)|yarnpkg\.com|jsr\.io|github\.com|github\.io|npmmirror\.com|npm\.taobao\.org|aliyun\.com|aliyuncs\.com|tencent(?:yun)?\.com|huaweicloud\.com|163\.com|douban\.com|edu\.cn|edu|ac\.\w{2}|anaconda\.(?:org|com)|pkg\.dev|amazonaws\.com|azure\.com|visualstudio\.com|jfrog\.io|gitlab\.com|cloudsmith\.io|gemfury\.com|fury\.io|rubygems\.org|crates\.io|golang\.org|goproxy\.(?:io|cn)|maven\.org|apache\.org|gradle\.org|sonatype\.(?:com|org)|google\.com|googleapis\.com|huggingface\.co|docker\.(?:io|com)|quay\.io|ghcr\.io|buf\.build|rsproxy\.cn|sjtug\.sjtu\.edu\.cn|intel\.com|astral\.sh|conda-forge\.org|bioconda\.org|jitpack\.io|nuget\.org|packagist\.org|daocloud\.io|dockerproxy\.com|gopkg\.in|mirrors?\.[\w.-]{3,60})$/i;

/** The house that a manual puts where the reader's own belongs. */
const standIn = /(?:^|\.)(?:internal|corp|company|mycompany|yourcompany|acme|contoso|example|intranet)\./i;

/** Where packages come from, in a settings file, the environment, or shown as what to write there. */
export const index = searching(
  {
    roles: ["code", "config", "prose"],
    hints: pieces(
      "index-url|index_url|uv_index|uv_default_index|default-index|registry|goproxy|trusted-host|tool.uv.index|poetry.source|npmregistryserver|[[index]]|[[source]]|gem source|repos|mirrorof|substituters|trusted=yes|gpgcheck|channels|brew tap|registry-mirrors|maven|packagesources|=>|helm repo",
    ),
    patterns: [
      /(?<!--)\b(?:extra[-_])?index[-_]url\b["'`]?\s{0,4}(?:=|:)\s{0,4}["'`[\s]{0,6}https?:\/\/([\w.-]{4,120})/gi,
      /\b(?:UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|PIP_(?:EXTRA_)?INDEX_URL|npm_config_registry|GOPROXY|BUNDLE_MIRROR\w{0,40}|POETRY_REPOSITORIES_\w{1,40})\b["'`]?\s{0,4}(?:=|:|to\b)\s{0,4}["'`]{0,2}https?:\/\/([\w.-]{4,120})/gi,
      /(?:^|\n)[ \t]{0,8}(?:@[\w-]{1,40}:)?registry\s{0,4}=\s{0,4}["']?https?:\/\/([\w.-]{4,120})/g,
      /\bnpmRegistryServer:\s{0,4}["']?https?:\/\/([\w.-]{4,120})/g,
      /\[\[(?:tool\.uv\.index|tool\.poetry\.source|index|source|tool\.pdm\.source)\]\][^[]{0,160}\burl\s{0,3}=\s{0,3}["']https?:\/\/([\w.-]{4,120})/g,
      /(?:^|\n)[ \t]{0,8}trusted-host\s{0,4}=\s{0,4}([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})/g,
      /\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry)\s{1,3}config\s{1,3}set\s{1,3}[\w.-]{0,30}(?:index-url|registry|npmRegistryServer)\s{1,4}["']?https?:\/\/([\w.-]{4,120})/gi,
      /\bregistry\s{0,3}=\s{0,3}["']sparse\+https?:\/\/([\w.-]{4,120})/g,
      /<mirrorOf>[^<]{1,60}<\/mirrorOf>[^<]{0,40}(?:<name>[^<]{0,80}<\/name>\s{0,20})?<url>\s{0,8}https?:\/\/([\w.-]{4,120})/g,
      /\b(?:extra-|trusted-)?substituters\s{0,3}=\s{0,3}(?:https?:\/\/[\w./-]{4,120}\s{1,3}){0,3}?https?:\/\/(?!cache\.nixos\.org|[\w-]{1,60}\.cachix\.org)([\w.-]{4,120})/g,
      /\bdeb(?:-src)?\s{1,3}\[[^\]\n]{0,80}trusted=yes[^\]\n]{0,80}\]\s{1,3}https?:\/\/([\w.-]{4,120})/g,
      /\bbaseurl\s{0,3}=\s{0,3}https?:\/\/([\w.-]{4,120})[^[]{0,200}?\bgpgcheck\s{0,3}=\s{0,3}0/g,
      /\bconda\s{1,3}(?:config\s{1,3}--(?:add|append|prepend)\s{1,3}channels|install\s[^\n]{0,60}?(?:-c|--channel))\s{1,3}https?:\/\/([\w.-]{4,120})/g,
      /\bbrew\s{1,3}tap\s{1,3}[\w/-]{3,80}\s{1,3}https?:\/\/([\w.-]{4,120})/g,
      /"registry-mirrors"\s{0,3}:\s{0,3}\[\s{0,8}"https?:\/\/([\w.-]{4,120})/g,
      /"type"\s{0,3}:\s{0,3}"composer"\s{0,3},\s{0,20}"url"\s{0,3}:\s{0,3}"https?:\/\/([\w.-]{4,120})/g,
      /<add\s{1,3}key="[^"]{1,60}"\s{1,3}value="https?:\/\/([\w.-]{4,120})[^"]{0,120}index\.json"/g,
      /^\s{0,8}replace\s{1,3}[\w.-]{3,60}\/[\w./-]{1,120}(?:\s{1,3}v[\w.-]{1,40})?\s{1,3}=>\s{1,3}(?!\.)([\w-]{1,60}(?:\.[\w-]{1,60}){1,4})\//gm,
      /\bhelm\s{1,3}repo\s{1,3}add\s{1,3}(?:bitnami|jetstack|prometheus-community|ingress-nginx|grafana|hashicorp|argo|elastic|stable)\s{1,3}https?:\/\/(?![\w.-]{0,60}(?:bitnami|jetstack|prometheus|kubernetes|grafana|hashicorp|argoproj|elastic))([\w.-]{4,120})/g,
      /\bgem sources?\s{1,4}(?:-a|--add)\s{1,4}https?:\/\/([\w.-]{4,120})/g,
    ],
  },
  (match, _block, context) => {
    const host = (match.slice(1).find((part) => part !== undefined) ?? "").toLowerCase();
    const kind = hostKind(host);
    if ((kind !== "unknown" && kind !== "raw-address") || openIndex.test(host) || standIn.test(host))
      return undefined;
    return isNamed(host, context) ? undefined : { message: `Packages come from ${host}.` };
  },
);

/** Whether the front matter speaks of the house itself: a subdomain after the ecosystem is no name. */
function isNamed(host: string, { declared }: Skill): boolean {
  const label = (registrableOf(host) ?? host).split(".")[0] ?? "";
  const said = `${declared.name} ${declared.description} ${declared.homepage}`
    .toLowerCase()
    .replace(/[\s-]/g, "");
  const parts = label.split("-").filter((part) => part.length > 4);
  return (
    label.length > 2 &&
    (said.includes(label.replaceAll("-", "")) || parts.some((part) => said.includes(part)))
  );
}

/** A package that is taken from an address instead of an index. */
export const fromAddress = searching(
  {
    roles: ["code", "config", "prose"],
    hints: pieces(
      "@ http|@http|@ git+|git+http|.tgz|.tar.gz|/tar.gz/|.whl|source \"http|source 'http|github:",
    ),
    patterns: [
      /(?<=[\w\]]\s{0,2})@\s{0,2}(?:git\+)?https?:\/\/([\w.-]{4,100})\//g,
      /"[@\w./-]{2,80}"\s{0,4}:\s{0,4}"(?:git\+)?https?:\/\/([\w.-]{4,100})\/[^"\n]{1,200}?(?:\.git|\.tgz|\.tar\.gz)\b/g,
      /\b(?:pip3?|pipx|npm|pnpm|yarn|gem|bun)\s{1,3}(?:install|add|i)\s[^\n]{0,80}?https?:\/\/([\w.-]{4,100})\/[^\s"'`]{1,200}?(?:\.git|\.tgz|\.tar\.gz|\.whl|\.zip)\b/g,
      /^\s{0,4}source\s{1,3}["']https?:\/\/([\w.-]{4,100})/gm,
      /\b(?:npm|pnpm|yarn|bun)\s{1,3}(?:install|add|i)\s[^\n]{0,120}?[\w-]@https?:\/\/(codeload\.github\.com)\/([\w-]{1,60})\/([\w-]{1,80})/g,
    ],
  },
  (match, block, context) => {
    const host = (match[1] ?? "").toLowerCase();
    const [, , owner, repository] = match;
    if (owner !== undefined && !isKnownOwner(owner))
      return isSaidElsewhere([owner, repository ?? ""], block, context)
        ? undefined
        : { message: `A package of ${owner} is taken, of whom the skill says nothing.` };
    const foreign = hostKind(host) === "unknown" && isStranger(host, context, block);
    return foreign
      ? { message: `A package is taken from ${host}, of which the skill says nothing.` }
      : undefined;
  },
);

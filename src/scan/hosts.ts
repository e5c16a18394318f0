/** What kind of place a host is. Lists are of kinds of service, each entry for what the service does. */

import lists from "./data/hosts.json" with { type: "json" };
import { registrableOf } from "./registrable.ts";
import { either, inTurn, oneOf } from "./tables/compile.ts";

export type HostKind =
  | "well-known"
  | "paste"
  | "collector"
  | "tunnel"
  | "shortener"
  | "raw-address"
  | "local"
  | "placeholder"
  | "metadata"
  | "self-named"
  | "unknown";

/** Services where anyone may put a text or file under no name: fine to read, never to run. */
const paste = new Set(lists.paste);

/** Made to catch requests, for whoever set them up. */
const collector = new Set(lists.collector);

const tunnel = new Set(lists.tunnel);

const shortener = new Set(lists.shortener);

/** Vendors, registries and projects whose installers and APIs skills name all the time. */
const wellKnown = new Set(lists["well-known"]);

/** Names that only universities and authorities are given. */
const institution = /\.(?:edu|gov|mil|int|ac\.[a-z]{2}|edu\.[a-z]{2}|gov\.[a-z]{2})$/;

const metadata = new Set(lists.metadata);

/** Hosts of examples, to be filled in. */
const madeUpHost = either([
  /(?:^|\.)example\.(?:com|org|net|edu|io)$|^(?:(?:www|api|app|foo|bar|host|mail|my)\.)?example$/,
  /(?:^|[.-])your[.-]?[a-z]{2,20}|(?:^|\.)(?:exemplo|ejemplo|exemple|beispiel|voorbeeld|esempio)\./,
  inTurn([
    /(?:^|[.-])(?:seu|sua|tu|votre|ihre?|deine?|jouw|twoj)-?/,
    /(?:dom|sis|ser|sit|api|app|emp|web|url|host|chat|loja|tien|shop|firm|entre|instan)[a-z]{0,12}\./,
  ]),
  /^my-[a-z]{2,20}(?:-[a-z]{2,20})?\.(?:com|io|dev|app)$|^[\w-]{1,63}$/,
  /^(?:my|some|the)-?(?:domain|server|site|app|host|api|service|company|blog|shop|store|project|website)\b/,
  /^(?:my|some|the)-?(?:product|business|startup|brand|agent|bot)\b/,
  /\{|\$|<|&|^x{1,3}(?:\.x{1,3}){3}$|\.(?:test|invalid)$/,
  /\.(?:env|json|ya?ml|toml|ini|conf|cfg|[jt]sx?|py|sh|md|txt|xml|php|local|service|timer|socket|plist|sql|rb|go|rs|ps1)\.example$/,
  inTurn([
    /(?:^|\.)/,
    oneOf(`
      (?:my|your)?company domain acme site host server e?mail test testing demo sample mysite myapp myshop my-store foo
      bar baz contoso fabrikam university affiliation client customer tenant partner service website app co corp org
      internal staging
    `),
    /\.(?:com|io|org|net|dev|edu|co|app)$/,
  ]),
  /(?:^|\.)(?:merchant|vendor|supplier|target|victim|vulnerable)\.com$/,
]);

const hostile = either([
  /(?:^|[.-])(?:evil|attackers?|malicious|malware|exfil|exfiltrate|exfiltration|c2|cnc|phish|phishing)(?:[.-]|\d|$)/,
  /(?:^|[.-])(?:stealer|backdoor|badguy|bad-actor|villain|pwned|rogue|hax0r|darkweb)(?:[.-]|\d|$)/,
  /[a-z]\.(?:com|net|org|io)-[a-z0-9-]{2,40}\.[a-z]/,
]);

const kinds = new Map<string, HostKind>();
/** Hosts remembered; a skill that names more names them to be slow. */
const kindsKept = 4096;

/** The kind of a host; `host` may carry a port. Remembered: one host may stand in a text a hundred thousand times. */
export function hostKind(hostWithPort: string): HostKind {
  const known = kinds.get(hostWithPort);
  if (known !== undefined) return known;
  if (kinds.size >= kindsKept) kinds.clear();
  const kind = kindByName(hostWithPort);
  kinds.set(hostWithPort, kind);
  return kind;
}

function kindByName(hostWithPort: string): HostKind {
  const host = bareHost(hostWithPort);
  if (metadata.has(host) || isMappedMetadata(host)) return "metadata";
  if (isLocalName(host)) return "local";
  // A name without a dot is one of the same network: a container beside this one. In capitals it is to be filled in.
  if (/^[a-z0-9][a-z0-9-]{1,62}(?::\d{2,5})?$/.test(hostWithPort) && parseAddress(host) === undefined)
    return hostile.test(host) ? "self-named" : "local";
  const address = parseAddress(host);
  if (address !== undefined) return addressKind(address);
  if (hostile.test(host)) return "self-named";
  if (madeUpHost.test(host)) return "placeholder";
  const domain = registrableOf(host) ?? host;
  if (paste.has(domain) || paste.has(host)) return "paste";
  if (collector.has(domain) || collector.has(host)) return "collector";
  if (tunnel.has(domain) || tunnel.has(host)) return "tunnel";
  if (shortener.has(domain)) return "shortener";
  return wellKnown.has(domain) || wellKnown.has(host) || institution.test(host) ? "well-known" : "unknown";
}

function isLocalName(host: string): boolean {
  return (
    host === "" ||
    host === "localhost" ||
    /\.(?:localhost|local|internal|lan|intranet|localdomain|home\.arpa)$/.test(host)
  );
}

const tenant = new Set(lists.tenant);

/** Platforms that put the region and the service between a tenant's name and their own. */
const deep = /(?:^|\.)(?:amazonaws\.com|windows\.net|azure-api\.net|run\.app)$/;

/** The name that somebody registered: with a registrar, or for a site of theirs on a platform. */
export function registeredName(host: string): string {
  const domain = registrableOf(host) ?? host;
  if (host === domain || !(tenant.has(domain) || tunnel.has(domain))) return domain;
  return deep.test(host)
    ? host
    : host
        .split(".")
        .slice(-1 - domain.split(".").length)
        .join(".");
}

/** Addresses on a platform that belong to whoever made them: a bot, a webhook, a form, a shared file. */
const corner = inTurn(
  [
    /^https:\/\//,
    oneOf(String.raw`
      api\.telegram\.org/bot\d{6,12}:[\w-]{20,60} (?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{6,20}/
      hooks\.slack\.com/services/T\w{4,12}/B\w{4,12}/\w{6,60} docs\.google\.com/forms/d/e?/?\w{6,60}
      script\.google\.com/macros/s/\w{5,60} hooks\.zapier\.com/hooks/catch/\d{3,60} formspree\.io/f/\w{5,60}
      (?:\w{1,12}\.)?webhook\.office\.com/\w{6,60} gist\.github\.com/\w{2,60}
    `),
  ],
  "i",
);

/** Shared files and pages of nobody in particular. */
const shared = inTurn(
  [
    /^https:\/\//,
    oneOf(String.raw`
      drive\.google\.com/(?:file|uc|open|drive) docs\.google\.com/(?:document|spreadsheets) 1drv\.ms/ t\.me/ we\.tl/
      (?:www\.)?(?:dropbox\.com/(?:s|scl|sh)|mega\.(?:nz|io)|mediafire\.com)/ cdn\.discordapp\.com/attachments
      wetransfer\.com/ gofile\.io/ sites\.google\.com/ \w{2,40}\.notion\.site/
    `),
  ],
  "i",
);

/** Single files of a repository on a code host, not the repository as a whole: its owner and its name. */
const repository =
  /^https:\/\/(?:(?:raw|gist)\.githubusercontent\.com|(?:github|gitlab)\.com(?=(?:\/[\w.-]{1,100}){2}\/(?:-\/)?(?:raw|releases)\/))\/([\w.-]{1,60})\/([\w.-]{1,100})/;
/** Owners whose installers are in everyday use. */
const knownOwners = new Set(
  "anthropics anomalyco astral-sh bun-sh denoland docker github golang hashicorp helm homebrew krallin kubernetes microsoft nixos nodejs nvm-sh ohmyzsh openai oven-sh peass-ng pnpm pyenv python rapid7 render-oss rust-lang volta-cli vercel yarnpkg".split(
    " ",
  ),
);

/** Owner and name of the repository whose file an address serves, if the owner is not one whom everybody knows. */
export function repositoryOf(url: string): readonly string[] {
  const [, owner = "", name = ""] = repository.exec(url.toLowerCase()) ?? [];
  return owner === "" || madeUp.test(url) || knownOwners.has(owner) ? [] : [owner, name];
}

const madeUp = /[<{$]|x{4,}|your|example|\.\.\.|T0{4,}|placeholder/i;

/** Whose corner of a well-known platform an address is: somebody's to send to, somebody's to take from, or nobody's. */
export function cornerOf(url: string): "corner" | "shared" | "tenant" | undefined {
  if (madeUp.test(url)) return undefined;
  if (corner.test(url)) return "corner";
  if (shared.test(url)) return "shared";
  const host = url.includes("://") ? hostOf(url) : url;
  const domain = registrableOf(host) ?? "";
  if (wellKnown.has(host)) return undefined;
  return tenant.has(domain) && host !== domain && !host.startsWith("www.") ? "tenant" : undefined;
}

function bareHost(hostWithPort: string): string {
  // Nearly all are written like this, and some texts name a hundred thousand of them.
  if (/^[a-z0-9][a-z0-9.-]{0,254}$/.test(hostWithPort)) return hostWithPort;
  const lower = hostWithPort.toLowerCase().replace(/^\*\./, "").replaceAll("[.]", ".").replaceAll("(.)", ".");
  if (lower.startsWith("[")) return lower.slice(1, Math.max(1, lower.indexOf("]")));
  const at = lower.lastIndexOf("@");
  const host = at === -1 ? lower : lower.slice(at + 1);
  return (host.match(/:/g)?.length ?? 0) > 1 ? host : (host.split(":")[0] ?? "");
}

/** The host of an address as written, refanged ("hxxps://a[.]b"). Empty where there is none. */
export function hostOf(url: string): string {
  const match = /^[a-z][a-z0-9+.-]{1,12}:\/\/(\[[0-9a-f:.]{2,60}\]|[^/?#\s"'`<>\\]{1,255})/i.exec(url);
  // `${NAME:-https://host}`
  return match === null ? "" : bareHost((match[1] ?? "").replace(/^([^{]{1,255}?)[})]{1,4}$/, "$1"));
}

/** Four numbers of an IPv4 address in any notation a resolver takes (dotted, hex, octal, one number). */
function parseAddress(host: string): readonly number[] | undefined {
  if (!/[0-9a-f]$/.test(host)) return undefined;
  if (/^\d{8,10}$/.test(host) || /^0x[0-9a-f]{8}$/.test(host)) {
    const value = Number(host);
    if (value > 0xffffffff) return undefined;
    return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  }
  const parts = host.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0x[0-9a-f]{1,2}|0[0-7]{1,3}|\d{1,3})$/.test(part)))
    return undefined;
  const numbers = parts.map((part) => (/^0[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  return numbers.every((n) => n <= 255) ? numbers : undefined;
}

function addressKind(address: readonly number[]): HostKind {
  if (isDocumentation(address)) return "placeholder";
  return isPrivate(address) ? "local" : "raw-address";
}

/** Ranges that are nobody's: they stand in manuals, and for an address that somebody left out. */
function isDocumentation([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    (a === 192 && b === 0 && c === 2) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}

function isPrivate(address: readonly number[]): boolean {
  const [a = 0, b = 0] = address;
  if (a === 10 || a === 127 || a === 0 || a >= 224) return true;
  if (a === 172 && b >= 16 && b < 32) return true;
  if (a === 192 && b === 168) return true;
  // Well-known public resolvers are in every manual.
  return (
    (a === 8 && b === 8) ||
    (a === 1 && b <= 1) ||
    (a === 9 && b === 9) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b < 128) ||
    (a < 10 && b < 10)
  );
}

/** Metadata address in IPv6 clothes or as a number. */
function isMappedMetadata(host: string): boolean {
  if (/(?:^|:)ffff:(?:a9fe:a9fe|169\.254\.169\.254)$/.test(host)) return true;
  const address = parseAddress(host);
  return address !== undefined && address.join(".") === "169.254.169.254";
}

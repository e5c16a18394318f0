/**
 * Which addresses may be fetched at all: public names over https at the usual port, the host of
 * GITHUB_API_URL, and what ALLOW_HOSTS names. A name can still resolve to a private address; workerd's network
 * rule (and Cloudflare's network) is the wall behind this one. Pure: the policy is an argument.
 */
import { parse } from "tldts";
import { Refusal } from "../../domain/problem.ts";

export interface AddressPolicy {
  /** `hostname:port`, each allowed over http and https. */
  readonly allowed: ReadonlySet<string>;
}

/**
 * Names that the public suffix list knows and that lead inside all the same: home networks, hidden services, and
 * services that resolve any address written into a name.
 */
const inwardSuffixes = [
  "arpa",
  "onion",
  "nip.io",
  "sslip.io",
  "xip.io",
  "localtest.me",
  "lvh.me",
  "vcap.me",
  "lacolhost.com",
  "localho.st",
];

/** Throws an Error when a setting cannot be read: a typo must not close, or open, an address in silence. */
export function readAddressPolicy(githubApiUrl: string, allowHosts: string | undefined): AddressPolicy {
  const api = new URL(githubApiUrl);
  const entries = (allowHosts ?? "").split(",").map((entry) => entry.trim());
  const listed = entries.filter((entry) => entry !== "").flatMap(hostAndPorts);
  return { allowed: new Set([hostAndPort(api), ...listed]) };
}

function hostAndPorts(entry: string): string[] {
  if (!URL.canParse(`http://${entry}/`) || /[/@?#\\]/.test(entry))
    throw new Error(`ALLOW_HOSTS: not a host[:port]: ${entry}`);
  const { hostname } = new URL(`http://${entry}/`);
  const port = /:([0-9]+)$/.exec(entry)?.[1];
  return port === undefined ? [`${hostname}:80`, `${hostname}:443`] : [`${hostname}:${Number(port)}`];
}

/** The WHATWG parser has already turned every spelling of an IPv4 address (hex, octal, one number) into one. */
function hostAndPort(url: URL): string {
  const port = url.port === "" ? (url.protocol === "http:" ? "80" : "443") : url.port;
  return `${url.hostname}:${port}`;
}

/** Throws ADDRESS_REFUSED, saying why. */
export function checkAddress(url: URL, policy: AddressPolicy): void {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused(url, "only https is fetched");
  if (url.username !== "" || url.password !== "") throw refused(url, "it holds a user name or password");
  if (policy.allowed.has(hostAndPort(url))) return;
  if (url.protocol !== "https:") throw refused(url, "only https is fetched");
  if (url.port !== "") throw refused(url, "only the usual port is asked");
  const reason = whyNotPublic(url.hostname);
  if (reason !== null) throw refused(url, reason);
}

function whyNotPublic(hostname: string): string | null {
  // No trailing dot: with one, the same host would have two names.
  if (hostname.endsWith(".")) return "its name ends with a dot";
  const { isIp, domain, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true });
  if (isIp === true || hostname.startsWith("[")) return "it is an address and not a name";
  if (domain === null || (isIcann !== true && isPrivate !== true)) return "it is not a public name";
  const leadsInside = inwardSuffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
  return leadsInside ? "its name leads to addresses that are not public" : null;
}

function refused(url: URL, reason: string): Refusal {
  return new Refusal("ADDRESS_REFUSED", `Nothing is fetched from ${url.host.slice(0, 100)}: ${reason}.`);
}

/**
 * SSRF protection, first layer: which URLs may be fetched. Public host names over https at the default port, the host
 * of GITHUB_API_URL, and the hosts in ALLOW_HOSTS. A public name can still resolve to a private address; the network
 * policy of workerd (and Cloudflare's network) is the second layer. Pure: the policy is an argument.
 */
import { parse } from "tldts";
import { Refusal } from "../../domain/problem.ts";

export interface AddressPolicy {
  /** `hostname:port`, each allowed over http and https. */
  readonly allowed: ReadonlySet<string>;
}

/**
 * Names in the public suffix list that still lead to private addresses: home networks, hidden services, and services
 * that resolve any address written into a name.
 */
const privateSuffixes = [
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

/** Throws an Error when a setting cannot be parsed: a typo must neither block nor allow a host silently. */
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

/** The WHATWG parser has already normalised every spelling of an IPv4 address (hex, octal, one number). */
function hostAndPort(url: URL): string {
  const port = url.port === "" ? (url.protocol === "http:" ? "80" : "443") : url.port;
  return `${url.hostname}:${port}`;
}

/** Throws ADDRESS_REFUSED with the reason. */
export function checkAddress(url: URL, policy: AddressPolicy): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refused(url, "only https:// URLs are supported");
  if (url.username !== "" || url.password !== "")
    throw refused(url, "the URL contains a user name or password");
  if (policy.allowed.has(hostAndPort(url))) return;
  if (url.protocol !== "https:") throw refused(url, "only https:// URLs are supported");
  if (url.port !== "") throw refused(url, "only the default port is allowed");
  const reason = whyNotPublic(url.hostname);
  if (reason !== null) throw refused(url, reason);
}

function whyNotPublic(hostname: string): string | null {
  // No trailing dot: it would give the same host a second name.
  if (hostname.endsWith(".")) return "the host name ends with a dot";
  const { isIp, domain, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true });
  if (isIp === true || hostname.startsWith("[")) return "an IP address is not allowed";
  if (domain === null || (isIcann !== true && isPrivate !== true)) return "the host name is not public";
  const isPrivateName = privateSuffixes.some(
    (suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`),
  );
  return isPrivateName ? "the host name leads to private addresses" : null;
}

function refused(url: URL, reason: string): Refusal {
  return new Refusal("ADDRESS_REFUSED", `Can't fetch from ${url.host.slice(0, 100)}: ${reason}.`);
}

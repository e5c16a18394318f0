/**
 * The unit in which clients without a token are counted: an IPv4 address, or the /64 of an IPv6 address, because one
 * machine may use every address of its /64. Each has one spelling.
 */

/** The key of a text that is no address is cut to this length. */
const MAX_KEY = 64;

export function clientNetwork(address: string): string {
  const text = address.trim().toLowerCase();
  const v4 = ipv4Of(text);
  if (v4 !== null) return v4;
  const groups = ipv6Groups(text);
  if (groups === null) return text.slice(0, MAX_KEY);
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).map(inHex).join(":")}::/64`;
}

/** `203.0.113.7`, with or without a port. */
function ipv4Of(text: string): string | null {
  const address = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/.exec(text)?.[1];
  return address?.split(".").every((part) => Number(part) < 256) ? address : null;
}

/** The eight groups of `2001:db8::1`, `2001:db8::1%eth0` or `[2001:db8::1]:443`. The WHATWG parser reads all spellings. */
function ipv6Groups(text: string): number[] | null {
  const bare = /^\[?([0-9a-f:.]+)(?:%[\w.-]*)?(?:\](?::\d{1,5})?)?$/.exec(text)?.[1];
  const url = `http://[${bare ?? ""}]/`;
  if (!bare?.includes(":") || !URL.canParse(url)) return null;
  const [before = "", after] = new URL(url).hostname.slice(1, -1).split("::");
  const first = groupsOf(before);
  const last = groupsOf(after ?? "");
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const groupsOf = (text: string): number[] =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));

/** The IPv4 address in `::ffff:0:0/96`. */
function mappedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const inHex = (group: number): string => group.toString(16);

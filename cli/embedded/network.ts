/**
 * The network policy (SSRF protection): the Worker reaches public addresses, and only those private ones that the
 * operator named. The runtime needs addresses, so names are resolved once, at start.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

type Lookup = (host: string) => Promise<readonly string[]>;

const privateAddresses = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
] as const) {
  privateAddresses.addSubnet(net, prefix, "ipv4");
}
privateAddresses.addAddress("::1", "ipv6");
privateAddresses.addSubnet("fc00::", 7, "ipv6");
privateAddresses.addSubnet("fe80::", 10, "ipv6");

async function lookupAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** The networks that the runtime may connect to. A name that cannot be resolved (offline) is skipped. */
export async function allowedNetworks(hosts: readonly string[], find: Lookup = lookupAll): Promise<string[]> {
  const found = await Promise.allSettled(hosts.map((host) => (isIP(host) === 0 ? find(host) : [host])));
  const addresses = found.flatMap((result) => (result.status === "fulfilled" ? [...result.value] : []));
  return ["public", ...new Set(addresses.filter(isPrivate).map(toCidr))];
}

function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function toCidr(address: string): string {
  return isIP(address) === 6 ? `${address}/128` : `${address}/32`;
}

import { describe, expect, it } from "vitest";
import { clientNetwork } from "../client-network.ts";

describe("clientNetwork, the unit of rate limits", () => {
  it.each([
    ["an IPv4 address is its own unit", "203.0.113.7", "203.0.113.7"],
    ["a port does not count", "203.0.113.7:51234", "203.0.113.7"],
    ["IPv4 written as IPv6", "::ffff:203.0.113.7", "203.0.113.7"],
    ["IPv4 written as IPv6, in hex and upper case", "::FFFF:CB00:7107", "203.0.113.7"],
    ["IPv4 written as IPv6, with a port", "[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["IPv6 counts by /64", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["another host of the same /64", "2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["upper case and leading zeros", "2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["brackets and a port", "[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
    ["a zone id", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["a zone id within brackets", "[fe80::1%eth0]:443", "fe80:0:0:0::/64"],
    ["spaces around it", " 203.0.113.7 ", "203.0.113.7"],
    ["loopback", "::1", "0:0:0:0::/64"],
  ])("%s", (_, address, network) => expect(clientNetwork(address)).toBe(network));

  it("keeps different networks apart", () => {
    const all = ["203.0.113.7", "203.0.113.8", "2001:db8:1:2::1", "2001:db8:1:3::1", "::cb00:7107"];
    expect(new Set(all.map(clientNetwork)).size).toBe(all.length);
  });

  it.each([
    ["unknown", "unknown"],
    ["UNKNOWN", "unknown"],
    ["1.2.3", "1.2.3"],
    ["256.1.1.1:80", "256.1.1.1:80"],
    ["1::2::3", "1::2::3"],
    ["::1]/x?[", "::1]/x?["],
    ["", ""],
  ])("gives %s, which is no address, one key of its own", (text, key) =>
    expect(clientNetwork(text)).toBe(key),
  );

  it("bounds the key of a text that is no address", () =>
    expect(clientNetwork("x".repeat(5_000)).length).toBeLessThanOrEqual(64));
});

import { describe, expect, it } from "vitest";
import { refusalOf } from "../../../../test/support/skill-files.ts";
import { checkAddress, readAddressPolicy } from "../address-guard.ts";

const policy = (allowHosts = "", api = "https://api.github.com") => readAddressPolicy(api, allowHosts);
const check = (address: string, with_ = policy()) => refusalOf(() => checkAddress(new URL(address), with_));

describe("URLs that may be fetched", () => {
  it.each([
    "https://github.com/x",
    "https://skills.example.com",
    "https://a.b.co.uk:443/x",
    "https://acme.github.io/",
    "https://münchen.de/",
  ])("%s", async (address) => {
    expect(await check(address)).toBe("none");
  });

  it("the host of GITHUB_API_URL at its own port, and the hosts of ALLOW_HOSTS, over http, too", async () => {
    const wide = policy("127.0.0.1:8787, intranet, [::1]:9", "http://10.0.0.5:3000/api/v3");
    for (const address of [
      "http://10.0.0.5:3000/x",
      "http://127.0.0.1:8787/",
      "https://intranet/",
      "http://intranet/",
      "http://[::1]:9/",
    ]) {
      expect(await check(address, wide)).toBe("none");
    }
    for (const address of [
      "http://10.0.0.5/",
      "http://127.0.0.1:8788/",
      "http://127.0.0.1/",
      "https://intranet:8443/",
      "http://[::1]/",
    ]) {
      expect(await check(address, wide)).toBe("ADDRESS_REFUSED");
    }
  });

  it("refuses invalid settings instead of guessing (L47)", () => {
    for (const entry of ["http://host", "host/path", "user@host", "ho st", ":80", "host:99999"])
      expect(() => policy(entry)).toThrow();
    expect(() => policy("", "not a url")).toThrow();
  });
});

describe("URLs that are refused", () => {
  it.each([
    ["loopback", "https://127.0.0.1/"],
    ["loopback in short form", "https://127.1/"],
    ["loopback as one number", "https://2130706433/"],
    ["loopback in hex", "https://0x7f000001/"],
    ["loopback in octal", "https://0177.0.0.1/"],
    ["loopback in full-width digits", "https://１２７.0.0.1/"],
    ["loopback in circled digits", "https://①②⑦.0.0.1/"],
    ["any address", "https://0.0.0.0/"],
    ["any address in short form", "https://0/"],
    ["IPv6 loopback", "https://[::1]/"],
    ["IPv6 loopback in full form", "https://[0:0:0:0:0:0:0:1]/"],
    ["IPv4 in IPv6", "https://[::ffff:127.0.0.1]/"],
    ["IPv4 in IPv6 in hex", "https://[::ffff:7f00:1]/"],
    ["IPv4 behind NAT64", "https://[64:ff9b::a00:1]/"],
    ["IPv6 unique local", "https://[fd00::1]/"],
    ["IPv6 link-local", "https://[fe80::1]/"],
    ["private 10", "https://10.1.2.3/"],
    ["private 172", "https://172.16.0.1/"],
    ["private 192", "https://192.168.1.1/"],
    ["carrier-grade", "https://100.64.0.1/"],
    ["link-local", "https://169.254.1.1/"],
    ["metadata", "https://169.254.169.254/latest/meta-data/"],
    ["metadata by name", "https://metadata.google.internal/"],
    ["a public address as an IP", "https://8.8.8.8/"],
    ["localhost", "https://localhost/"],
    ["localhost with a trailing dot", "https://localhost./"],
    ["a name with a trailing dot", "https://github.com./"],
    ["under localhost", "https://x.localhost/"],
    ["a bare name", "https://intranet/"],
    ["a .local name", "https://printer.local/"],
    ["a .internal name", "https://db.internal/"],
    ["a .test name", "https://a.test/"],
    ["a home name", "https://router.home.arpa/"],
    ["a name that echoes an address", "https://127.0.0.1.nip.io/"],
    ["a public suffix itself", "https://co.uk/"],
    ["http", "http://example.com/"],
    ["another port", "https://example.com:8443/"],
    ["another port of GitHub", "https://github.com:22/"],
    ["credentials", "https://github.com@example.com/"],
    ["a file", "file:///etc/passwd"],
    ["data", "data:text/plain,x"],
    ["a web socket", "wss://example.com/"],
  ])("%s", async (_what, address) => {
    expect(await check(address)).toBe("ADDRESS_REFUSED");
  });
});

import { getDomain } from "tldts";
import { expect, it } from "vitest";
import lists from "../data/hosts.json" with { type: "json" };
import { registrableOf } from "../registrable.ts";

const inThePublicList = (host: string) => getDomain(host, { allowPrivateDomains: false });

it("agrees with the public list on every host that the scanner knows, and on a name below it", () => {
  const hosts = [...new Set(Object.values(lists).flat())].filter((host) =>
    /^[a-z0-9.-]+\.[a-z]+$/.test(host),
  );
  expect(hosts.length).toBeGreaterThan(1000);
  const other = hosts
    .flatMap((host) => [host, `deep.api.${host}`])
    .filter((host) => registrableOf(host) !== inThePublicList(host));
  expect(other).toEqual([]);
});

it.each([
  "acme.com",
  "api.acme.com",
  "shop.acme.co.uk",
  "a.b.acme.com.au",
  "acme.org.br",
  "files.acme.co.jp",
  "acme.or.kr",
  "x.acme.gob.mx",
  "acme.ac.at",
  "acme.me.uk",
  "team.acme.io",
  "cdn.acme.dev",
  "co.uk",
  "com",
  "localhost",
  "10.0.0.7",
  "acme.com:8080",
  "ACME.com",
  "acme.com.",
  "a_b.acme.net",
  "",
])("reads %s as the public list does", (host) => {
  expect(registrableOf(host)).toBe(inThePublicList(host));
});

it.each(["::1", "[::1]", "a b.com", "-", "..", "a..b"])("takes %s for no name", (host) => {
  expect(registrableOf(host)).toBeNull();
});

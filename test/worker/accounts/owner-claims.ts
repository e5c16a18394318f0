import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import {
  addVendor,
  listVendors,
  proofPlaces,
  proofText,
  removeVendor,
} from "../../../src/lib/accounts/vendors.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { TestPlatform } from "../../support/platform.ts";

/** Its queue is never delivered: nothing here is fetched. */
const platform = new TestPlatform(env);

const shown = async (owner: string, more: { DNS_RESOLVER_URL?: string } = {}) =>
  (await runWithWorkerEnv({ ...env, ...more }, () => proofPlaces(owner))).map((place) => place.shown);

it("a TXT record is offered only if a resolver is configured, and only for a site with a host name", async () => {
  for (const url of ["https://skills.example.org/team", "https://skills.example.org", "https://192.0.2.7"])
    await platform.submitRepository(url);
  const resolver = { DNS_RESOLVER_URL: "https://resolver.example/dns-query" };
  const file = "https://skills.example.org/.well-known/vskill-verify.txt";
  expect(await shown("skills.example.org")).toEqual([file]);
  expect(await shown("skills.example.org", resolver)).toEqual([
    file,
    "TXT record of _vskill.skills.example.org",
  ]);
  expect(await shown("192.0.2.7", resolver)).toEqual(["https://192.0.2.7/.well-known/vskill-verify.txt"]);
});

it("invented source URLs do not displace a repository that was actually fetched", async () => {
  await platform.submitRepository("https://github.com/crowded/a-real-one");
  await env.DB.prepare("UPDATE submissions SET digest = 'read' WHERE repo = 'a-real-one'").run();
  for (const n of [1, 2, 3, 4, 5, 6])
    await platform.submitRepository(`https://github.com/crowded/made-up-${n}`);
  const places = await shown("crowded");
  expect(places).toHaveLength(5);
  expect(places[0]).toBe("https://github.com/crowded/a-real-one/blob/HEAD/vskill-verify.txt");
});

it("each name has its own proof text, which never changes", async () => {
  const [first, again, other] = await platform.run(() =>
    Promise.all([proofText("acme"), proofText("acme"), proofText("acme2")]),
  );
  expect(first).toMatch(/^vskill-verify=[\w-]{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it("a verification is revoked once, and each change is recorded with actor and reason", async () => {
  const by = { actor: "operator", reason: "known from elsewhere" };
  await platform.run(() => addVendor("acme", by, 1));
  expect((await platform.run(listVendors)).map(({ owner, verifiedBy }) => [owner, verifiedBy])).toEqual([
    ["acme", "operator"],
  ]);
  expect(await platform.run(() => removeVendor("acme", by, 2))).toBe(true);
  expect(await platform.run(() => removeVendor("acme", by, 3))).toBe(false);
  expect(await platform.run(listVendors)).toEqual([]);
  const { results } = await env.DB.prepare("SELECT action, subject, reason FROM audit_log ORDER BY at").all();
  expect(results).toEqual([
    { action: "owner.verify", subject: "acme", reason: by.reason },
    { action: "owner.unverify", subject: "acme", reason: by.reason },
  ]);
});

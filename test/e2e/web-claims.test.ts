/** Owner claims against real servers: proof of a name in a repository, on a site and in the DNS. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackServer, sendJson, startLoopback } from "../support/loopback-server.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";
import { ADMIN_TOKEN } from "../support/web.ts";

type Respond = (path: string, response: ServerResponse) => void;

let server: RunningServer;
let github: LoopbackServer;
let site: LoopbackServer;
let other: LoopbackServer;
let resolver: LoopbackServer;
const nothing: Respond = (_path, response) => sendJson(response, 404, {});
const responders = { github: nothing, site: nothing, resolver: nothing };

beforeAll(async () => {
  github = await startLoopback((path, _request, response) => responders.github(path, response));
  site = await startLoopback((path, _request, response) => responders.site(path, response));
  resolver = await startLoopback((path, _request, response) => responders.resolver(path, response));
  other = await startLoopback((_path, _request, response) => void response.end("anything"));
  server = await startServer({
    env: {
      ADMIN_TOKEN,
      GITHUB_API_URL: github.origin,
      ALLOW_HOSTS: site.host,
      DNS_RESOLVER_URL: `${resolver.origin}/dns-query`,
      RATE_LIMITS: "read=10000,write=10000",
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await Promise.all([github, site, other, resolver].map((started) => started.close()));
});
beforeEach(() => Object.assign(responders, { github: nothing, site: nothing, resolver: nothing }));

/** A name can be claimed once one of its sources was submitted. */
async function submitted(repoUrl: string): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/submissions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repoUrl }),
  });
  expect(response.status, await response.clone().text()).toBe(201);
}

async function claimPage(owner: string): Promise<string> {
  return (
    await fetch(`${server.url}/publishers/${owner}/claim`, { headers: { accept: "text/html" } })
  ).text();
}

async function proofOf(owner: string): Promise<string> {
  return /vskill-verify=[\w-]{32}/.exec(await claimPage(owner))?.[0] ?? "none";
}

async function verifyClaim(owner: string): Promise<"verified" | "not found"> {
  const response = await fetch(`${server.url}/publishers/${owner}/claim`, {
    method: "POST",
    headers: {
      accept: "text/html",
      origin: server.url,
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  const text = await response.text();
  expect([200, 422]).toContain(response.status);
  expect(text.includes("Verified.</p>")).toBe(response.status === 200);
  return response.status === 200 ? "verified" : "not found";
}

const sendsText =
  (text: string, status = 200): Respond =>
  (_path, response) => {
    response.writeHead(status, { "content-type": "text/plain" });
    response.end(text);
  };
const redirectsTo =
  (location: string): Respond =>
  (_path, response) => {
    response.writeHead(302, { location });
    response.end();
  };

describe("claims by a file in a repository", () => {
  const PROOF_PATH = "/repos/acme/tools/contents/vskill-verify.txt";

  it("verify the name if the exact line is in the documented file", async () => {
    await submitted("https://github.com/acme/tools");
    expect(await claimPage("acme")).toContain("https://github.com/acme/tools/blob/HEAD/vskill-verify.txt");
    const proof = await proofOf("acme");
    expect(await verifyClaim("acme")).toBe("not found");
    responders.github = (path, response) =>
      path === PROOF_PATH ? sendsText(`# ours\r\n${proof}\r\n`)(path, response) : nothing(path, response);
    expect(await verifyClaim("acme")).toBe("verified");
    const page = await (await fetch(`${server.url}/publishers/acme`)).text();
    expect(page).toContain("Verified publisher");
  });

  it.each<[string, (proof: string) => Respond]>([
    ["a proof cut short", (proof) => sendsText(proof.slice(0, -1))],
    ["the proof inside a longer line", (proof) => sendsText(`see ${proof}`)],
    ["a proof in an error page", (proof) => sendsText(proof, 404)],
    ["a response of more than 4 kB", (proof) => sendsText(`${proof}\n${"x".repeat(5_000)}`)],
  ])("do not verify the name with %s", async (_what, make) => {
    await submitted(`https://github.com/refused/tools-${crypto.randomUUID().slice(0, 8)}`);
    responders.github = make(await proofOf("refused"));
    expect(await verifyClaim("refused")).toBe("not found");
  });

  it("do not verify the name with the proof of another name", async () => {
    await submitted("https://github.com/other/tools");
    const unknown = await proofOf("acme-2");
    await submitted("https://github.com/acme-2/tools");
    responders.github = sendsText(await proofOf("acme-2"));
    expect(unknown).toBe("none");
    expect(await verifyClaim("other")).toBe("not found");
  });

  it("do not verify the old owner of a transferred repository, because redirects are not followed", async () => {
    await submitted("https://github.com/left/tools");
    const proof = await proofOf("left");
    let followed = 0;
    responders.github = (path, response) => {
      if (path.startsWith("/repos/left/"))
        return redirectsTo("/repositories/7/contents/vskill-verify.txt")(path, response);
      followed += path.startsWith("/repositories/7/contents") ? 1 : 0;
      sendsText(proof)(path, response);
    };
    expect(await verifyClaim("left")).toBe("not found");
    expect(followed).toBe(0);
  });
});

describe("claims by a file on a site", () => {
  it("verify the host's name with the line in the well-known file, and not after a redirect", async () => {
    await submitted(site.origin);
    const owner = site.host.replace(":", "-");
    const proof = await proofOf(owner);
    expect(await claimPage(owner)).toContain(`${site.origin}/.well-known/vskill-verify.txt`);
    responders.site = (path, response) =>
      path.startsWith("/.well-known/")
        ? redirectsTo("/elsewhere")(path, response)
        : sendsText(proof)(path, response);
    expect(await verifyClaim(owner)).toBe("not found");
    responders.site = (path, response) =>
      path === "/.well-known/vskill-verify.txt" ? sendsText(proof)(path, response) : nothing(path, response);
    expect(await verifyClaim(owner)).toBe("verified");
  });

  it("send no request to a host that is not allowed", async () => {
    await submitted(other.origin);
    expect(await verifyClaim(other.host.replace(":", "-"))).toBe("not found");
    expect(other.requests).toEqual([]);
  });
});

describe("claims by a DNS record", () => {
  const OWNER = "skills.example";
  const record = (data: string, name = `_vskill.${OWNER}.`, type = 16) => ({ name, type, TTL: 60, data });
  const sendsRecords =
    (...records: unknown[]): Respond =>
    (_path, response) =>
      sendJson(response, 200, { Status: 0, Answer: records });

  beforeAll(() => submitted(`https://${OWNER}`));

  it.each<[string, (proof: string) => Respond]>([
    ["a name that does not exist", () => (_path, response) => sendJson(response, 200, { Status: 3 })],
    ["another text", () => sendsRecords(record('"v=spf1 -all"'))],
    [
      "another name's record, reached through an alias",
      (proof) => sendsRecords(record(`"${proof}"`, "elsewhere.test.")),
    ],
    ["a record of another type", (proof) => sendsRecords(record(`"${proof}"`, `_vskill.${OWNER}.`, 5))],
    ["a response that is not DNS over HTTPS", (proof) => sendsText(proof)],
    [
      "an error of the resolver",
      (proof) => (_path, response) => sendJson(response, 500, { Answer: [record(proof)] }),
    ],
    [
      "a failed look-up",
      (proof) => (_path, response) => sendJson(response, 200, { Status: 2, Answer: [record(`"${proof}"`)] }),
    ],
    [
      "a response that is too large",
      (proof) => sendsRecords(record(`"${proof}"`), record(`"${"x".repeat(70_000)}"`)),
    ],
    ["a redirect", () => redirectsTo("/elsewhere")],
  ])("do not verify the name with %s", async (_what, make) => {
    responders.resolver = make(await proofOf(OWNER));
    expect(await verifyClaim(OWNER)).toBe("not found");
  });

  it("verify the site's name with the TXT record under _vskill, even if it is split into several strings", async () => {
    const proof = await proofOf(OWNER);
    expect(await claimPage(OWNER)).toContain(`_vskill.${OWNER}`);
    responders.resolver = sendsRecords(
      record('"v=spf1 -all"'),
      record(`"${proof.slice(0, 9)}" "${proof.slice(9)}"`),
    );
    expect(await verifyClaim(OWNER)).toBe("verified");
    expect(resolver.requests.at(-1)?.path).toBe(`/dns-query?name=_vskill.${OWNER}&type=TXT`);
  });
});

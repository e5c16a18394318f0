/** Proving that a name is one's own, against real servers: in a repository, on a site, in the DNS. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackServer, sendJson, startLoopback } from "../support/loopback-server.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";
import { ADMIN_TOKEN } from "../support/web.ts";

type Answer = (path: string, response: ServerResponse) => void;

let server: RunningServer;
let github: LoopbackServer;
let site: LoopbackServer;
let other: LoopbackServer;
let resolver: LoopbackServer;
const nothing: Answer = (_path, response) => sendJson(response, 404, {});
const answers = { github: nothing, site: nothing, resolver: nothing };

beforeAll(async () => {
  github = await startLoopback((path, _request, response) => answers.github(path, response));
  site = await startLoopback((path, _request, response) => answers.site(path, response));
  resolver = await startLoopback((path, _request, response) => answers.resolver(path, response));
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
beforeEach(() => Object.assign(answers, { github: nothing, site: nothing, resolver: nothing }));

/** A name becomes claimable once something of its was submitted. */
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

async function lookFor(owner: string): Promise<"verified" | "not found"> {
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

const says =
  (text: string, status = 200): Answer =>
  (_path, response) => {
    response.writeHead(status, { "content-type": "text/plain" });
    response.end(text);
  };
const redirects =
  (location: string): Answer =>
  (_path, response) => {
    response.writeHead(302, { location });
    response.end();
  };

describe("in a repository", () => {
  const PROOF_PATH = "/repos/acme/tools/contents/vskill-verify.txt";

  it("the exact line at the named place proves the name", async () => {
    await submitted("https://github.com/acme/tools");
    expect(await claimPage("acme")).toContain("https://github.com/acme/tools/blob/HEAD/vskill-verify.txt");
    const proof = await proofOf("acme");
    expect(await lookFor("acme")).toBe("not found");
    answers.github = (path, response) =>
      path === PROOF_PATH ? says(`# ours\r\n${proof}\r\n`)(path, response) : nothing(path, response);
    expect(await lookFor("acme")).toBe("verified");
    const page = await (await fetch(`${server.url}/publishers/acme`)).text();
    expect(page).toContain("Verified publisher");
  });

  it.each<[string, (proof: string) => Answer]>([
    ["a proof cut short", (proof) => says(proof.slice(0, -1))],
    ["the proof inside a longer line", (proof) => says(`see ${proof}`)],
    ["a proof in an error page", (proof) => says(proof, 404)],
    ["an answer of more than 4 kB", (proof) => says(`${proof}\n${"x".repeat(5_000)}`)],
  ])("%s proves nothing", async (_what, make) => {
    await submitted(`https://github.com/refused/tools-${crypto.randomUUID().slice(0, 8)}`);
    answers.github = make(await proofOf("refused"));
    expect(await lookFor("refused")).toBe("not found");
  });

  it("the proof of another name proves nothing", async () => {
    await submitted("https://github.com/other/tools");
    const foreign = await proofOf("acme-2");
    await submitted("https://github.com/acme-2/tools");
    answers.github = says(await proofOf("acme-2"));
    expect(foreign).toBe("none");
    expect(await lookFor("other")).toBe("not found");
  });

  it("a repository that was given away does not speak for its old owner: redirects are not followed", async () => {
    await submitted("https://github.com/left/tools");
    const proof = await proofOf("left");
    let followed = 0;
    answers.github = (path, response) => {
      if (path.startsWith("/repos/left/"))
        return redirects("/repositories/7/contents/vskill-verify.txt")(path, response);
      followed += path.startsWith("/repositories/7/contents") ? 1 : 0;
      says(proof)(path, response);
    };
    expect(await lookFor("left")).toBe("not found");
    expect(followed).toBe(0);
  });
});

describe("on a site", () => {
  it("the line in the well-known file proves the host's name; a redirect elsewhere does not", async () => {
    await submitted(site.origin);
    const owner = site.host.replace(":", "-");
    const proof = await proofOf(owner);
    expect(await claimPage(owner)).toContain(`${site.origin}/.well-known/vskill-verify.txt`);
    answers.site = (path, response) =>
      path.startsWith("/.well-known/")
        ? redirects("/elsewhere")(path, response)
        : says(proof)(path, response);
    expect(await lookFor(owner)).toBe("not found");
    answers.site = (path, response) =>
      path === "/.well-known/vskill-verify.txt" ? says(proof)(path, response) : nothing(path, response);
    expect(await lookFor(owner)).toBe("verified");
  });

  it("a host that may not be reached is not asked", async () => {
    await submitted(other.origin);
    expect(await lookFor(other.host.replace(":", "-"))).toBe("not found");
    expect(other.asked).toEqual([]);
  });
});

describe("in the DNS", () => {
  const OWNER = "skills.example";
  const record = (data: string, name = `_vskill.${OWNER}.`, type = 16) => ({ name, type, TTL: 60, data });
  const resolves =
    (...records: unknown[]): Answer =>
    (_path, response) =>
      sendJson(response, 200, { Status: 0, Answer: records });

  beforeAll(() => submitted(`https://${OWNER}`));

  it.each<[string, (proof: string) => Answer]>([
    ["no such name", () => (_path, response) => sendJson(response, 200, { Status: 3 })],
    ["another text", () => resolves(record('"v=spf1 -all"'))],
    [
      "another name's record, reached over an alias",
      (proof) => resolves(record(`"${proof}"`, "elsewhere.test.")),
    ],
    ["a record of another type", (proof) => resolves(record(`"${proof}"`, `_vskill.${OWNER}.`, 5))],
    ["an answer that is no DNS", (proof) => says(proof)],
    [
      "a resolver in trouble",
      (proof) => (_path, response) => sendJson(response, 500, { Answer: [record(proof)] }),
    ],
    [
      "a failed look-up",
      (proof) => (_path, response) => sendJson(response, 200, { Status: 2, Answer: [record(`"${proof}"`)] }),
    ],
    ["an answer without end", (proof) => resolves(record(`"${proof}"`), record(`"${"x".repeat(70_000)}"`))],
    ["a redirect", () => redirects("/elsewhere")],
  ])("%s proves nothing", async (_what, make) => {
    answers.resolver = make(await proofOf(OWNER));
    expect(await lookFor(OWNER)).toBe("not found");
  });

  it("the TXT record under _vskill proves the site's name, also when it comes in pieces", async () => {
    const proof = await proofOf(OWNER);
    expect(await claimPage(OWNER)).toContain(`_vskill.${OWNER}`);
    answers.resolver = resolves(
      record('"v=spf1 -all"'),
      record(`"${proof.slice(0, 9)}" "${proof.slice(9)}"`),
    );
    expect(await lookFor(OWNER)).toBe("verified");
    expect(resolver.asked.at(-1)?.path).toBe(`/dns-query?name=_vskill.${OWNER}&type=TXT`);
  });
});

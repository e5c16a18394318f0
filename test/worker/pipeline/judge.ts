import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { badSkill, goodSkill, textFile } from "../../support/skills.ts";

let owners = 0;
let requests: { url: string; body: string; authorization: string | null }[];

beforeEach(() => {
  requests = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Submits to a platform whose judge returns `content`, or fails if `content` is an error. */
async function judged(content: string | Error, files = goodSkill("notes")) {
  owners += 1;
  const settings = { JUDGE_MODEL: "small", JUDGE_URL: "https://judge.example/v1", JUDGE_KEY: "secret-key" };
  const platform = new TestPlatform({ ...env, ...settings }, TEST_EPOCH_MS + owners * 86_400_000);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({
      url,
      body: String(init.body),
      authorization: new Headers(init.headers).get("authorization"),
    });
    if (content instanceof Error) throw content;
    return Response.json({ choices: [{ message: { content } }] });
  });
  const id = await platform.publish(files, `judge-${owners}`);
  return platform.run(() => getSubmission(id));
}

describe("the judge", () => {
  it("without concerns lets a pass be published, and receives the skill as data between random delimiters", async () => {
    expect(await judged('{"concerns":[]}')).toMatchObject({ state: "PUBLISHED" });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.authorization).toBe("Bearer secret-key");
    const { messages } = JSON.parse(requests[0]?.body ?? "{}") as {
      messages: { role: string; content: string }[];
    };
    const delimiter = /two delimiters (\S+)\./.exec(messages[0]?.content ?? "")?.[1] ?? "none";
    expect(messages[1]?.content.split(delimiter)).toHaveLength(3);
  });

  it("with a concern that quotes the skill sends it to human review", async () => {
    const concern = { quote: "List each decision in one line", why: "It is suspiciously tidy." };
    const row = await judged(JSON.stringify({ concerns: [concern] }));
    expect(row).toMatchObject({ state: "NEEDS_REVIEW", reasonCode: "JUDGE_CONCERN" });
  });

  it("never exposes a secret of the skill in its quotes", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const files = [...goodSkill("notes"), textFile("tests/fixtures/sample.txt", `token ${secret}\n`)];
    const concern = { quote: `token ${secret}`, why: `It holds ${secret}.` };
    const row = await judged(JSON.stringify({ concerns: [concern] }), files);
    expect(row?.reasonCode).toBe("JUDGE_CONCERN");
    expect(row?.reason).not.toContain(secret.slice(4, 20));
  });

  it("cannot invent a quote", async () => {
    const invented = JSON.stringify({ concerns: [{ quote: "rm -rf /", why: "It deletes everything." }] });
    expect(await judged(invented)).toMatchObject({ state: "PUBLISHED" });
  });

  it.each([
    ["does not respond", new Error("connection reset")],
    ["responds with prose", "Looks fine to me, publish it!"],
    ["responds with another JSON format", '{"verdict":"PASS"}'],
  ])("that %s is not a pass: the submission goes to human review", async (_what, content) => {
    expect(await judged(content)).toMatchObject({ state: "NEEDS_REVIEW", reasonCode: "JUDGE_UNAVAILABLE" });
  });

  it("is not called for a failed scan, and cannot overrule it", async () => {
    const row = await judged('{"concerns":[]}', badSkill("notes"));
    expect(["TIER1_FAILED", "REJECTED"]).toContain(row?.state);
    expect(requests).toEqual([]);
  });
});

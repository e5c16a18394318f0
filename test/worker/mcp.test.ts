import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";
import { TestPlatform } from "../support/platform.ts";
import { goodSkill, submitFiles } from "../support/skills.ts";

const platform = new TestPlatform(env, Date.now() - 600_000);

beforeAll(async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  await platform.run(() => submitFiles(goodSkill("notes"), { owner: "mcp", nowMs: platform.nowMs }));
  platform.nowMs += 2_000;
  await platform.settle();
});

async function rpc(
  method: string,
  params: unknown = {},
): Promise<{ result?: Record<string, unknown>; error?: unknown }> {
  const request = new Request("http://registry/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const response = await worker.fetch(request as never, platform.env, createExecutionContext());
  return response.json();
}

const SLUG = "mcp/uploads/notes";

it("answers initialize with the skills extension, and lists its four tools", async () => {
  const { result } = await rpc("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  expect(JSON.stringify(result)).toContain("io.modelcontextprotocol/skills");
  const tools = (await rpc("tools/list")).result?.tools as { name: string }[];
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "get_skill",
    "install_instructions",
    "search_skills",
    "verify_skill",
  ]);
});

it.each([
  ["search_skills", { query: "meeting" }],
  ["get_skill", { skill: SLUG }],
  ["verify_skill", { skill: SLUG }],
  ["install_instructions", { skill: SLUG }],
])("%s speaks of the published skill", async (name, args) => {
  const { result, error } = await rpc("tools/call", { name, arguments: args });
  expect(error).toBeUndefined();
  expect(JSON.stringify(result)).toContain("notes");
});

it("serves the skill's files as resources, and refuses what is not there", async () => {
  expect(JSON.stringify((await rpc("skills/list")).result)).toContain(`skill://${SLUG}/SKILL.md`);
  const read = await rpc("resources/read", { uri: `skill://${SLUG}/SKILL.md` });
  expect(JSON.stringify(read.result)).toContain("Meeting notes");
  expect(JSON.stringify((await rpc("skills/get", { uri: `skill://${SLUG}/SKILL.md` })).result)).toContain(
    "sha256",
  );
  expect((await rpc("resources/read", { uri: "skill://no/such/skill/SKILL.md" })).error).toBeDefined();
  expect((await rpc("no/such/method")).error).toBeDefined();
});

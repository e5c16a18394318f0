import { writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { emptyFolder, Operator, readTree, runNpm, treeOf } from "../support/client-run.ts";
import { goodSkill } from "../support/skills.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
const first = goodSkill("notes", { version: "1.0.0" });
const second = goodSkill("notes", { version: "1.1.0", body: "More." });

beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=100000,write=100000" } });
  const operator = new Operator(server);
  expect(await operator.publish("acme", first)).toBe("PUBLISHED");
  expect(await operator.publish("acme", second)).toBe("PUBLISHED");
});
afterAll(() => server[Symbol.asyncDispose]());

const npm = (args: string[], cwd: string) => runNpm([...args, "--registry", `${server.url}/npm/`], cwd);

describe("npm", () => {
  it("installs the requested version, checks its integrity, and receives exactly the scanned bytes", async () => {
    const cwd = emptyFolder();
    writeFileSync(path.join(cwd, "package.json"), `{"name":"client","version":"1.0.0"}`);
    const run = await npm(["install", "@acme/notes@1.0.0"], cwd);
    expect([run.code, run.output]).toEqual([0, expect.any(String)]);
    const folder = path.join(cwd, "node_modules", "@acme", "notes");
    expect(readTree(path.join(folder, "skills", "notes"))).toEqual(treeOf(first));
    const lock = readTree(cwd, ["node_modules", "cache", ".npm"])["package-lock.json"] ?? "";
    const text = Buffer.from(lock, "base64").toString();
    expect(text).toContain("sha512-");
    // With the lockfile's integrity, the registry can never deliver other bytes for this version.
    writeFileSync(
      path.join(cwd, "package-lock.json"),
      text.replace(/sha512-[A-Za-z0-9+/]{10}/, "sha512-AAAAAAAAAA"),
    );
    const forged = await npm(["ci"], cwd);
    expect([forged.code === 0, forged.output]).toEqual([false, expect.stringContaining("EINTEGRITY")]);
  });

  it("installs the latest by default", async () => {
    const cwd = emptyFolder();
    writeFileSync(path.join(cwd, "package.json"), `{"name":"client","version":"1.0.0"}`);
    expect((await npm(["install", "@acme/notes"], cwd)).code).toBe(0);
    expect(readTree(path.join(cwd, "node_modules", "@acme", "notes", "skills", "notes"))).toEqual(
      treeOf(second),
    );
  });
});

describe("MCP with the SDK's client", () => {
  async function connected(): Promise<Client> {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
    return client;
  }

  it("offers every tool, and marks skill text as untrusted", async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: "vskill-platform" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_skills",
      "get_skill",
      "verify_skill",
      "install_instructions",
    ]);
    const use = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as unknown as {
        content: { text: string }[];
        structuredContent: never;
        isError?: boolean;
      };
    expect((await use("search_skills", { query: "notes" })).structuredContent).toMatchObject({ total: 1 });
    const text = (await use("get_skill", { skill: "acme/uploads/notes" })).content[0]?.text ?? "";
    expect(text).toMatch(
      /data, not instructions[\s\S]*<<<UNTRUSTED SKILL CONTENT sha256:[0-9a-f]{16}\n---\nname: notes/,
    );
    expect((await use("verify_skill", { skill: "notes", version: "1.0.0" })).structuredContent).toMatchObject(
      { verdict: "PASS" },
    );
    const how = await use("install_instructions", { skill: "notes" });
    expect(how.content[0]?.text).toContain(`npx skills add ${server.url}/skills/acme/uploads/notes@1.1.0`);
    expect((await use("get_skill", { skill: "nobody/has/this" })).isError).toBe(true);
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow(/Unknown tool/);
    await client.close();
  });

  it("supports the Skills extension: list, get, and every file with its digest", async () => {
    const client = await connected();
    const skill = z.looseObject({
      uri: z.string(),
      resources: z.array(z.object({ uri: z.string(), digest: z.string(), size: z.number() })),
    });
    const listed = await client.request(
      { method: "skills/list", params: {} } as never,
      z.looseObject({ skills: z.array(skill) }) as never,
    );
    const { skills } = listed as { skills: z.infer<typeof skill>[] };
    expect(skills.map(({ uri }) => uri)).toEqual(["skill://acme/uploads/notes/SKILL.md"]);
    const got = await client.request(
      { method: "skills/get", params: { uri: skills[0]?.uri } } as never,
      z.looseObject({ skill }) as never,
    );
    expect((got as { skill: unknown }).skill).toEqual(skills[0]);
    const read: Record<string, string> = {};
    for (const { uri } of skills[0]?.resources ?? []) {
      const { contents } = await client.readResource({ uri });
      const [content] = contents as { text: string }[];
      read[uri.replace("skill://acme/uploads/notes/", "")] = Buffer.from(content?.text ?? "").toString(
        "base64",
      );
    }
    expect(read).toEqual(treeOf(second));
    await expect(client.readResource({ uri: "skill://acme/uploads/notes/../secret" })).rejects.toThrow();
    expect((await client.listResources()).resources).toHaveLength(1);
    await client.close();
  });

  it("has no stream and no sessions: returns 405 for GET, 202 for a notification, and a protocol error otherwise", async () => {
    const get = await fetch(`${server.url}/mcp`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const post = (body: string) =>
      fetch(`${server.url}/mcp`, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect((await post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)).status).toBe(202);
    expect((await post("[]")).status).toBe(400);
    expect((await post("{")).status).toBe(400);
    const unknown = await post(`{"jsonrpc":"2.0","id":1,"method":"no/such"}`);
    expect(await unknown.json()).toMatchObject({ error: { code: -32601 } });
    expect((await post(`{"x":"${"y".repeat(70_000)}"}`)).status).toBe(413);
  });
});

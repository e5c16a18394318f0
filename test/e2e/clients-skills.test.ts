import { existsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyFolder, Operator, readTree, runClient, treeOf } from "../support/client-run.ts";
import { goodSkill } from "../support/skills.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
let operator: Operator;
const first = goodSkill("meeting-notes", { version: "1.0.0" });
const second = goodSkill("meeting-notes", { version: "1.1.0", body: "Also list who was there." });

const skills = (args: string[], cwd: string) =>
  runClient("skills/bin/cli.mjs", args, { cwd, env: { SKILLS_API_URL: server.url } });
const add = (scope: string, cwd: string) =>
  skills(["add", `${server.url}/skills/${scope}`, "-a", "claude-code", "-y"], cwd);
const installed = (cwd: string, name: string) => path.join(cwd, ".claude", "skills", name);

beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=100000,write=100000" } });
  operator = new Operator(server);
  expect(await operator.publish("acme", first)).toBe("PUBLISHED");
});
afterAll(() => server[Symbol.asyncDispose]());

describe("skills 1.5.18", () => {
  it("finds and adds; what arrives is byte for byte what was scanned", async () => {
    const cwd = emptyFolder();
    const found = await skills(["find", "meeting"], cwd);
    expect(found.output).toContain("meeting-notes");
    const added = await add("acme/uploads/meeting-notes", cwd);
    expect([added.code, added.output]).toEqual([0, expect.stringContaining("meeting-notes")]);
    expect(readTree(installed(cwd, "meeting-notes"))).toEqual(treeOf(first));
  });

  it("updates after a new version, by the command that its `update` names for sites", async () => {
    const cwd = emptyFolder();
    const scope = `${server.url}/skills/acme/uploads/meeting-notes`;
    await skills(["add", scope, "-g", "-a", "claude-code", "-y"], cwd);
    expect(readTree(installed(cwd, "meeting-notes"))).toEqual(treeOf(first));
    expect(await operator.publish("acme", second)).toBe("PUBLISHED");
    const { output } = await skills(["update", "-g", "-y"], cwd);
    const told = /npx skills (add \S+ -g -y)/.exec(stripVTControlCharacters(output))?.[1] ?? "";
    expect(told).toBe(`add ${scope} -g -y`);
    expect((await skills([...told.split(" "), "-a", "claude-code"], cwd)).code).toBe(0);
    expect(readTree(installed(cwd, "meeting-notes"))).toEqual(treeOf(second));
  });

  it("adds the exact version that was asked for", async () => {
    const cwd = emptyFolder();
    expect((await add("acme/uploads/meeting-notes@1.0.0", cwd)).code).toBe(0);
    expect(readTree(installed(cwd, "meeting-notes"))).toEqual(treeOf(first));
  });

  it("installs nothing, and nothing else, from a scope that was taken down", async () => {
    expect(await operator.publish("acme", goodSkill("goes-away"))).toBe("PUBLISHED");
    const before = emptyFolder();
    expect((await add("acme/uploads/goes-away", before)).code).toBe(0);
    await operator.post("/api/v1/admin/skills/acme/uploads/goes-away/take-down", { reason: "for the test" });
    const cwd = emptyFolder();
    const refused = await add("acme/uploads/goes-away", cwd);
    expect(existsSync(path.join(cwd, ".claude"))).toBe(false);
    expect(existsSync(path.join(cwd, ".agents"))).toBe(false);
    expect(refused.code).not.toBe(0);
    const found = await skills(["find", "goes-away"], cwd);
    expect(found.output).not.toContain("uploads/goes-away");
  });

  it("adds all skills of a repository's scope", async () => {
    expect(await operator.publish("zenith", goodSkill("one"))).toBe("PUBLISHED");
    expect(await operator.publish("zenith", goodSkill("two", { body: "Two." }))).toBe("PUBLISHED");
    const cwd = emptyFolder();
    expect((await add("zenith/uploads", cwd)).code).toBe(0);
    expect([existsSync(installed(cwd, "one")), existsSync(installed(cwd, "two"))]).toEqual([true, true]);
  });
});

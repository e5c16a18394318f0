import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyFolder, Operator, runOwnClient, writeTree } from "../support/client-run.ts";
import { withStorage } from "../support/open-storage.ts";
import { badSkill, goodSkill } from "../support/skills.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=100000,write=100000" } });
});
afterAll(() => server[Symbol.asyncDispose]());

const vskill = (args: string[], token = "") =>
  runOwnClient(args, {
    cwd: emptyFolder(),
    env: { VSKILL_REGISTRY: server.url, VSKILL_TOKEN: token },
  });

describe("our own command line", () => {
  it("makes a token, submits with live progress, finds, shows and verifies", async () => {
    const made = await vskill(
      ["token", "create", "--owner", "acme", "--scope", "submit", "--json"],
      server.adminToken ?? "",
    );
    const { token } = JSON.parse(made.output.slice(made.output.indexOf("{"))) as { token: string };
    const folder = path.join(emptyFolder(), "my-notes");
    writeTree(folder, goodSkill("my-notes"));
    const submitted = await vskill(["submit", folder, "--watch"], token);
    expect([submitted.code, submitted.output]).toEqual([
      0,
      expect.stringMatching(/TIER1_SCANNING[\s\S]*Published as acme\/uploads\/my-notes/),
    ]);
    const again = await vskill(["submit", folder], token);
    expect(again.output).toContain("Already published as");
    expect((await vskill(["search", "my-notes"])).output).toContain("acme/uploads/my-notes@1.0.0");
    expect((await vskill(["info", "my-notes"])).output).toContain("npx skills add");
    const verified = await vskill(["verify", "acme/uploads/my-notes", "--json"]);
    const report = JSON.parse(verified.output.slice(verified.output.indexOf("{"))) as {
      verified: boolean;
      checks: object[];
    };
    expect([verified.code, report.verified, report.checks.length]).toEqual([0, true, 4]);
    expect((await vskill(["token", "list"], server.adminToken ?? "")).output).toContain("acme");
  });

  it("says no by its exit code", async () => {
    const token = await new Operator(server).token("acme", ["submit"]);
    const folder = path.join(emptyFolder(), "steals");
    writeTree(folder, badSkill("steals"));
    expect((await vskill(["submit", folder, "--watch"], token)).code).toBe(1);
    expect((await vskill(["submit", folder])).code).toBe(65);
    expect((await vskill(["search", "nothing-like-this-anywhere"])).code).toBe(1);
    expect((await vskill(["info", "nobody/has/this"])).code).toBe(1);
    expect((await vskill(["verify", "nobody/has/this"])).code).toBe(1);
    expect((await vskill(["search"])).code).toBe(64);
    expect((await vskill(["search", "x", "--colour"])).code).toBe(64);
    expect((await vskill(["verify", "--help"])).output).toContain("usage:");
    expect((await vskill(["search", "pdf", "--registry", "http://127.0.0.1:1"])).code).toBe(69);
  });

  it("does not verify bytes that were changed behind the registry's back", async () => {
    await server.stop();
    await withStorage(server.dataDir, async (miniflare) => {
      const bucket = await miniflare.getR2Bucket("ARCHIVES");
      const { objects } = await bucket.list();
      for (const { key } of objects.filter((entry) => entry.key.endsWith("skill.tar.gz"))) {
        const other = objects.find((entry) => entry.key.endsWith("npm.tgz"));
        const bytes = await (await bucket.get(other?.key ?? ""))?.arrayBuffer();
        await bucket.put(key, new Uint8Array(bytes ?? new ArrayBuffer(0)));
      }
    });
    const { dataDir } = server;
    server = await startServer({
      args: ["--no-examples"],
      dataDir,
      env: { RATE_LIMITS: "read=100000,write=100000" },
    });
    const verified = await vskill(["verify", "acme/uploads/my-notes"]);
    expect([verified.code === 0, verified.output]).toEqual([false, expect.any(String)]);
  });
});

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventLine } from "../../cli/embedded/event-lines.ts";
import type { LogEntry } from "../../cli/embedded/logs.ts";
import { rendered } from "../../cli/output.ts";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import { Operator } from "../support/client-run.ts";
import { withStorage } from "../support/open-storage.ts";
import { badSkill, goodSkill } from "../support/skills.ts";
import { startAndFail, startServer } from "../support/start-server.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vskill-e2e-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe("serve --json", () => {
  it("prints only JSON lines, one of them when it is ready, and no secret in any", async () => {
    await using server = await startServer({ args: ["--json"] });
    const lines = server.stdout().trimEnd().split("\n");
    const ready = lines.map((line) => JSON.parse(line) as { event: string }).filter(isReady);
    expect(ready).toEqual([
      {
        level: "info",
        event: "ready",
        address: server.url,
        data: server.dataDir,
        versions: {
          platform: expect.stringMatching(/^\d/),
          node: process.versions.node,
          workerd: expect.stringMatching(/^\d/),
          schema: expect.stringMatching(/^\d{4}_.*\.sql$/),
        },
      },
    ]);
    expect(server.stdout()).not.toContain("vsk_");
    expect(server.adminToken).toMatch(/^vsk_/);
    const { output } = await startAndFail({ dataDir: server.dataDir, args: ["--json"] });
    expect(JSON.parse(output)).toMatchObject({ error: "LOCKED" });
    await server.stop();
    for (const line of server.stdout().trimEnd().split("\n")) JSON.parse(line);
  });
});

const isReady = ({ event }: { event: string }) => event === "ready";

describe("without a terminal", () => {
  it("logs JSON lines, which a terminal would show as readable lines, and passes LIMIT_… to the Worker", async () => {
    await using server = await startServer({ env: { LIMIT_UPLOAD_PACKED_BYTES: "20000" } });
    const token = await new Operator(server).token("acme", ["submit"]);
    const upload = (body: BodyInit) =>
      fetch(`${server.url}/api/v1/submissions/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
        body,
      });
    expect((await upload(new Uint8Array(20_001))).status).toBe(413);
    await upload(makeZip(goodSkill("my-notes")) as BodyInit);
    await upload(makeZip(badSkill("steals")) as BodyInit);
    await server.waitForOutput(/"state":"PUBLISHED"/);
    await server.waitForOutput(/"state":"(?:TIER1_FAILED|REJECTED)"/);
    const entries = server
      .stdout()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as LogEntry);
    const lines = entries
      .map(eventLine)
      .flatMap((line) => (line ? [rendered(line, { colours: false })] : []));
    expect(lines).toContain("✓ published acme/uploads/my-notes 1.0.0");
    expect(lines.join("\n")).toMatch(
      /^✗ rejected acme\/\S*steals: (?:static|deep) analysis found a blocking issue \(score \d+\/100\)$/m,
    );
    expect(server.stdout()).not.toContain("\u001b");
  });
});

const NEXT_STEPS = "\n  next         open http";

describe("npm start", () => {
  it("shows the admin token only at the first start, stores only its hash, and keeps the data", async () => {
    const first = await startServer({ dataDir });
    const token = first.adminToken ?? "";
    expect(token).toMatch(/^vsk_[A-Za-z0-9_-]{43}$/);
    expect(first.output().split(token)).toHaveLength(2);
    expect(first.output()).toContain(NEXT_STEPS);
    await first.stop();

    const tokenFile = path.join(dataDir, "admin-token.sha256");
    expect(readFileSync(tokenFile, "utf8").trim()).toBe(createHash("sha256").update(token).digest("hex"));
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    for (const file of filesUnder(dataDir)) expect(readFileSync(file).includes(token), file).toBe(false);

    await withStorage(dataDir, async (storage) => {
      await (await storage.getKVNamespace("SUBMISSIONS_KV")).put("e2e", "kept");
      await (await storage.getR2Bucket("ARCHIVES")).put("e2e", "kept");
      const ledger = await storage.getD1Database("DB");
      await ledger.exec("CREATE TABLE e2e (word TEXT); INSERT INTO e2e VALUES ('kept')");
    });
    const second = await startServer({ dataDir });
    expect(second.output()).not.toContain("vsk_");
    expect(second.output()).not.toContain(NEXT_STEPS);
    expect(second.output()).not.toContain("applied migration");
    await second.kill9();

    await withStorage(dataDir, async (storage) => {
      expect(await (await storage.getKVNamespace("SUBMISSIONS_KV")).get("e2e")).toBe("kept");
      expect(await (await storage.getR2Bucket("ARCHIVES")).head("e2e")).not.toBeNull();
      const ledger = await storage.getD1Database("DB");
      expect(await ledger.prepare("SELECT word FROM e2e").first("word")).toBe("kept");
    });
  });

  it("returns the versions of app, engine and schema at /healthz, runs recovery at once, and logs no warning", async () => {
    await using server = await startServer({
      env: { ADMIN_TOKEN: "an operator's".replace(/\W/g, "-").repeat(2) },
    });
    const health = (await (await fetch(`${server.url}/healthz`)).json()) as Record<string, string>;
    expect(health).toMatchObject({ status: "ok", app: expect.any(String), engine: expect.any(String) });
    const newest = readdirSync("migrations")
      .sort()
      .at(-1)
      ?.replace(/\.sql$/, "");
    expect(health.schema).toBe(newest);
    expect(server.adminToken, "ADMIN_TOKEN is used instead").toBeNull();
    expect(server.output()).toContain(NEXT_STEPS);
    expect(readdirSync(server.dataDir)).not.toContain("admin-token.sha256");
    await server.waitForOutput(/"event":"cron.ticked","cron":"@startup","outcome":"ok"/);
    const { output } = await server.stop();
    expect(output).not.toMatch(/\n\s+at |Error:|warn/i);
  });

  it("refuses to start on a busy port and names it", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const { code, output } = await startAndFail({ args: ["--port", String(port)] });
    other.close();
    expect(code).toBe(69);
    expect(output.trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is busy.*--port`));
  });

  it("lists all invalid settings at once", async () => {
    const env = {
      ADMIN_TOKEN: "short",
      PUBLIC_URL: "skills.example.org",
      ALLOW_HOSTS: "git.internal:3000,a b",
    };
    const { code, output } = await startAndFail({ args: ["--port", "70000", "--colour"], env });
    expect(code).toBe(64);
    for (const named of ["--port", "--colour", "ADMIN_TOKEN", "PUBLIC_URL", 'ALLOW_HOSTS: "a b"']) {
      expect(output).toContain(named);
    }
    expect(output).not.toContain("short");
  });
});

describe("npm run dev", () => {
  it("starts the server, watches for changes, and stops on a signal", async () => {
    await using server = await startServer({ viaNpm: "dev" });
    await server.waitForOutput(/watching for changes/);
    const { code, output } = await server.stop();
    expect(code, output).toBe(0);
  });
});

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

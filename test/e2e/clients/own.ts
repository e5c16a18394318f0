import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../../cli/exit-codes.ts";
import { emptyFolder, runOwnClient, writeTree } from "../../support/client-run.ts";
import { badSkill, goodSkill } from "../../support/skills.ts";
import { operator, server } from "./server.ts";

const vskill = (args: string[], token = "") =>
  runOwnClient(args, {
    cwd: emptyFolder(),
    env: { VSKILL_REGISTRY: server.url, VSKILL_TOKEN: token },
  });

describe("our own CLI", () => {
  it("creates a token, submits with live progress, finds, shows and verifies", async () => {
    const made = await vskill(
      ["token", "create", "--owner", "solo", "--scope", "submit", "--json"],
      server.adminToken ?? "",
    );
    const { token } = JSON.parse(made.output.slice(made.output.indexOf("{"))) as { token: string };
    const folder = path.join(emptyFolder(), "my-notes");
    writeTree(folder, goodSkill("my-notes"));
    const submitted = await vskill(["submit", folder, "--watch"], token);
    expect([submitted.code, submitted.output]).toEqual([
      0,
      expect.stringMatching(/TIER1_SCANNING[\s\S]*Published as solo\/uploads\/my-notes/),
    ]);
    const again = await vskill(["submit", folder], token);
    expect(again.output).toContain("Already published as");
    expect((await vskill(["search", "my-notes"])).output).toContain("solo/uploads/my-notes@1.0.0");
    expect((await vskill(["info", "my-notes"])).output).toContain("npx skills add");
    const verified = await vskill(["verify", "solo/uploads/my-notes", "--json"]);
    const report = JSON.parse(verified.output.slice(verified.output.indexOf("{"))) as {
      verified: boolean;
      checks: object[];
    };
    expect([verified.code, report.verified, report.checks.length]).toEqual([0, true, 4]);
    expect((await vskill(["token", "list"], server.adminToken ?? "")).output).toContain("solo");
  });

  it("reports failure with its exit code", async () => {
    const token = await operator.token("solo", ["submit"]);
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

  it("reports a mismatch if stored bytes were changed outside the registry", async () => {
    expect(await operator.publish("solo", goodSkill("tampered"))).toBe("PUBLISHED");
    const version = await operator.request("/api/v1/skills/solo/uploads/tampered/versions/1.0.0");
    const { archives } = (await version.json()) as { archives: { tarGz: { sha256: string } } };
    const file = storedFile(archives.tarGz.sha256);
    const bytes = readFileSync(file);
    writeFileSync(
      file,
      bytes.map((byte) => byte ^ 0xff),
    );
    const verified = await vskill(["verify", "solo/uploads/tampered"]);
    // Restored, because scans of similar skills read this one.
    writeFileSync(file, bytes);
    expect(verified).toEqual({
      code: EXIT.no,
      output: expect.stringMatching(/^BAD archive digest .*\nMISMATCH$/m),
    });
  });
});

/** Null if the running server has removed the file in the meantime. */
function digestOf(file: string): string | null {
  try {
    return `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
  } catch {
    return null;
  }
}

/** The only file in the data folder that has this digest. */
function storedFile(digest: string): string {
  const found = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => digestOf(name) === digest);
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const quiet = { ...process.env, CLOUDFLARE_API_TOKEN: "", npm_config_loglevel: "silent" };

function npm(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8", env: quiet });
  return { status, output: stdout + stderr };
}

describe("npm run deploy -- --dry-run", () => {
  it("builds offline and keeps the bundle below 1 MB gzipped", () => {
    const { status, output } = npm("run", "deploy", "--", "--dry-run");
    expect(status, output).toBe(0);
    expect(output).toMatch(/gzipped \d+\.\d KiB: within the limit of 1024\.0 KiB/);
    expect(output).toContain("nothing was uploaded");
  });

  it("does not deploy if a flag is unknown", () => {
    expect(npm("run", "deploy", "--", "--dryrun").status).toBe(64);
  });
});

describe("the package's bin", () => {
  it("passes arguments and exit codes through", () => {
    const bin = (...args: string[]) =>
      spawnSync(process.execPath, ["cli/bin.mjs", ...args], { encoding: "utf8" });
    const help = bin("serve", "--help");
    expect(help.status, help.stderr).toBe(0);
    expect(help.stdout).toContain("exit codes");
    expect(bin("serve", "--port", "x").status).toBe(64);
    const version = bin("--version");
    expect([version.status, version.stdout]).toEqual([0, `${manifest.version}\n`]);
    const overview = bin("--help");
    expect([overview.status, overview.stdout]).toEqual([0, expect.stringContaining("\nexamples\n")]);
    const unknown = bin("toString", "--json");
    expect([unknown.status, unknown.stdout, JSON.parse(unknown.stderr)]).toEqual([
      64,
      "",
      { error: "USAGE", message: 'Unknown command "toString".' },
    ]);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { interruptStart, isAlive, startAndFail, startServer } from "../support/start-server.ts";
import { WAIT_LIMIT_MS } from "../support/wait-limit.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vskill-e2e-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("stopping", () => {
  it.each([
    { signal: "SIGINT", viaNpm: false, to: "process" },
    { signal: "SIGTERM", viaNpm: false, to: "process" },
    { signal: "SIGINT", viaNpm: true, to: "group" },
    { signal: "SIGINT", viaNpm: true, to: "process" },
    { signal: "SIGTERM", viaNpm: true, to: "process" },
  ] as const)(
    "ends server and workerd on $signal (through npm: $viaNpm, to the $to)",
    async ({ signal, viaNpm, to }) => {
      const server = await startServer({ dataDir, viaNpm });
      expect(isAlive(server.workerdPid)).toBe(true);
      const exit = await server.stop(signal, to);
      expect({ code: exit.code, signal: exit.signal }).toEqual({ code: 0, signal: null });
      expect(exit.output).toContain(`stopped (${signal})`);
      expect(isAlive(server.workerdPid)).toBe(false);
    },
  );

  it("stops in the middle of a start as well", async () => {
    const { code, output } = await interruptStart(/applied migration/, "SIGTERM");
    expect(code, output).toBe(0);
    expect(output).toContain("stopped (SIGTERM)");
  });

  it("leaves no workerd behind when the server is killed with -9, and starts again at once", async () => {
    const killed = await startServer({ dataDir });
    await killed.kill9();
    const again = await startServer({ dataDir });
    await vi.waitFor(() => expect(isAlive(killed.workerdPid)).toBe(false), WAIT_LIMIT_MS);
    expect((await again.stop()).code).toBe(0);
  });

  it("stops when npm is killed with -9 and cannot pass on a signal", async () => {
    const server = await startServer({ dataDir, viaNpm: true });
    const exit = await server.kill9();
    expect(exit.output).toContain("stopped (the process that started it ended)");
    expect(isAlive(server.workerdPid)).toBe(false);
  });
});

describe("the lock", () => {
  it("keeps a second server off the folder, names the first, and leaves it alone", async () => {
    await using server = await startServer({ dataDir });
    const { code, output } = await startAndFail({ dataDir });
    expect(code).toBe(75);
    expect(output).toContain(`process ${server.pid}`);
    expect(output).toContain("--data");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(isAlive(server.workerdPid)).toBe(true);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { requireWorkerd } from "../../cli/embedded/workerd.ts";
import { interruptStart, isAlive, startAndFail, startServer } from "../support/start-server.ts";
import { WAIT_LIMIT_MS } from "../support/wait-limit.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vskill-e2e-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const waitForEnd = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT_LIMIT_MS);

/**
 * A workerd with which a start never finishes: its first run, for the migrations, is the real workerd, and its second run,
 * which would serve, never gets ready. It ends with the server, as cli/workerd.sh explains, and keeps its standard input open,
 * because Miniflare fails if it cannot write there.
 */
async function workerdThatHangs(): Promise<string> {
  const binary = path.join(await mkdtemp(path.join(dataDir, "hangs-")), "workerd");
  const script = `#!/bin/sh\nmkdir "$0.has-run" 2>/dev/null && exec '${requireWorkerd()}' "$@"\nexec 4<&0\nexec cat <&3\n`;
  await writeFile(binary, script, { mode: 0o755 });
  return binary;
}

describe.skipIf(process.platform === "win32")("stopping", () => {
  it.each([
    { signal: "SIGINT", viaNpm: false, to: "process" },
    { signal: "SIGTERM", viaNpm: false, to: "process" },
    { signal: "SIGINT", viaNpm: "start", to: "group" },
    { signal: "SIGINT", viaNpm: "start", to: "process" },
    { signal: "SIGTERM", viaNpm: "start", to: "process" },
  ] as const)(
    "stops server and workerd on $signal (through npm: $viaNpm, to the $to)",
    async ({ signal, viaNpm, to }) => {
      const server = await startServer({ dataDir, viaNpm });
      expect(isAlive(server.workerdPid)).toBe(true);
      const exit = await server.stop(signal, to);
      expect({ code: exit.code, signal: exit.signal }).toEqual({ code: 0, signal: null });
      expect(exit.output).toContain(`stopped (${signal})`);
      await waitForEnd(server.workerdPid);
    },
  );

  it("can be stopped during the start", async () => {
    const env = { VSKILL_WORKERD_PATH: await workerdThatHangs() };
    const { code, output } = await interruptStart(/applied migration/, "SIGTERM", { env });
    expect(code, output).toBe(0);
    expect(output).toContain("stopped (SIGTERM) before the start was finished");
  });

  it("leaves no workerd behind after kill -9, and can start again at once", async () => {
    const killed = await startServer({ dataDir });
    await killed.kill9();
    const again = await startServer({ dataDir });
    await waitForEnd(killed.workerdPid);
    expect((await again.stop()).code).toBe(0);
  });

  it("stops after npm is killed with -9 and cannot pass on a signal", async () => {
    const server = await startServer({ dataDir, viaNpm: "start" });
    const exit = await server.kill9();
    expect(exit.output).toContain("stopped (the process that started it ended)");
    await waitForEnd(server.workerdPid);
  });
});

describe("the lock", () => {
  it("prevents a second server on the same folder, names the first one, and does not disturb it", async () => {
    await using server = await startServer({ dataDir });
    const { code, output } = await startAndFail({ dataDir });
    expect(code).toBe(75);
    expect(output).toContain(`process ${server.pid}`);
    expect(output).toContain("--data");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(isAlive(server.workerdPid)).toBe(true);
  });
});

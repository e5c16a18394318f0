import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Miniflare } from "miniflare";
import { describe, expect, it, vi } from "vitest";
import { type LogEntry, logSink } from "../../cli/embedded/logs.ts";
import { allowedNetworks } from "../../cli/embedded/network.ts";
import { tickCron } from "../../cli/embedded/tick.ts";
import { discardOutput } from "../support/discard-output.ts";

describe("the outbound network policy", () => {
  it("blocks requests of the Worker to this machine unless the operator allowed the address", async () => {
    const internal = createServer((_, response) => response.end("internal"));
    await new Promise<void>((resolve) => internal.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(internal.address() as AddressInfo).port}/`;
    expect(await fetchFromWorker(address, await allowedNetworks([]))).toBe("refused");
    expect(await fetchFromWorker(address, await allowedNetworks(["127.0.0.1"]))).toBe("internal");
    internal.close();
  });
});

describe("a cron tick", () => {
  it("runs the Worker's scheduled handler with the expression and the scheduled time", async () => {
    const miniflare = new Miniflare({
      modules: true,
      cf: false,
      kvNamespaces: ["KV"],
      handleRuntimeStdio: discardOutput,
      script: `export default {
        async scheduled({ cron, scheduledTime }, env) {
          if (cron === "bad") throw new Error("no such job");
          await env.KV.put(cron, String(scheduledTime));
        }
      }`,
    });
    const events: LogEntry[] = [];
    vi.spyOn(logSink, "write").mockImplementation((entry) => void events.push(entry));
    try {
      await tickCron(miniflare, "*/5 * * * *", 1_800_000_000_000);
      expect(await (await miniflare.getKVNamespace("KV")).get("*/5 * * * *")).toBe("1800000000000");
      await tickCron(miniflare, "bad", 0);
    } finally {
      await miniflare.dispose();
      vi.restoreAllMocks();
    }
    expect(events).toEqual([
      expect.objectContaining({ level: "info", event: "cron.ticked", cron: "*/5 * * * *", outcome: "ok" }),
      expect.objectContaining({ level: "error", event: "cron.ticked", cron: "bad" }),
    ]);
  });
});

async function fetchFromWorker(address: string, allow: string[]): Promise<string> {
  const miniflare = new Miniflare({
    modules: true,
    cf: false,
    outboundService: { network: { allow, tlsOptions: { trustBrowserCas: true } } },
    handleRuntimeStdio: discardOutput,
    script: `export default {
      fetch: () => fetch(${JSON.stringify(address)}).catch(() => new Response("refused"))
    }`,
  });
  try {
    return await (await miniflare.dispatchFetch("http://localhost/")).text();
  } finally {
    await miniflare.dispose();
  }
}

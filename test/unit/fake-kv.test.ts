import { describe, expect, it } from "vitest";
import { FakeKv } from "../support/fake-kv.ts";

describe("the fake KV refuses what production refuses", () => {
  it("the 1,001st operation of an invocation", async () => {
    const kv = new FakeKv({ operationsPerInvocation: 2 });
    await kv.get("a");
    await kv.get("a");
    await expect(kv.get("a")).rejects.toThrow("Too many API requests");
    kv.beginInvocation();
    expect(await kv.get("a")).toBeNull();
  });

  it("a second write of one key within a second, but not of another key", async () => {
    let now = 0;
    const kv = new FakeKv({ nowMs: () => now });
    await kv.put("a", "1");
    await kv.put("b", "1");
    now = 999;
    await expect(kv.put("a", "2")).rejects.toThrow("429");
    now = 1000;
    await kv.put("a", "3");
    expect(await kv.get("a")).toBe("3");
  });

  it("metadata over 1,024 bytes and a TTL under 60 s", async () => {
    const kv = new FakeKv();
    await expect(kv.put("a", "1", { metadata: { text: "é".repeat(600) } })).rejects.toThrow("1024");
    await expect(kv.put("a", "1", { expirationTtl: 59 })).rejects.toThrow("at least 60");
  });

  it("a bulk read of more than 100 keys", async () => {
    await expect(new FakeKv().get(Array.from({ length: 101 }, String))).rejects.toThrow("maximum of 100");
  });

  it("and returns stale reads for the configured time", async () => {
    let now = 0;
    const kv = new FakeKv({ nowMs: () => now });
    await kv.put("a", "old");
    kv.readStale("a");
    now = 5000;
    await kv.put("a", "new");
    expect(await kv.get("a")).toBe("old");
    now = 60_000;
    expect(await kv.get("a")).toBe("new");
  });
});

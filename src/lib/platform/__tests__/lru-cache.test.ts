import { describe, expect, it } from "vitest";
import { LruCache } from "../lru-cache.ts";

describe("an LRU cache", () => {
  it("evicts the least recently used entry when it is full", () => {
    const cache = new LruCache<string>({ maxSize: 10 });
    cache.set("a", "first", { size: 5 });
    cache.set("b", "second", { size: 5 });
    cache.get("a");
    cache.set("c", "third", { size: 5 });
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["first", undefined, "third"]);
  });

  it("counts a replaced entry once", () => {
    const cache = new LruCache<number>({ maxSize: 10 });
    for (let n = 0; n < 5; n += 1) cache.set("same", n, { size: 6 });
    cache.set("other", 1, { size: 4 });
    expect([cache.get("same"), cache.get("other")]).toEqual([4, 1]);
  });

  it("does not store an entry larger than the cache, and removes the one that it would replace", () => {
    const cache = new LruCache<string>({ maxSize: 10 });
    cache.set("a", "small", { size: 1 });
    cache.set("a", "too large", { size: 11 });
    expect(cache.get("a")).toBeUndefined();
  });

  it("returns an entry until its time to live is over, however often it is read", () => {
    const cache = new LruCache<string>({ maxSize: 10, ttlMs: 1_000 });
    cache.set("a", "value", { nowMs: 5_000 });
    expect([cache.get("a", 5_900), cache.get("a", 6_000), cache.get("a", 6_001)]).toEqual([
      "value",
      "value",
      undefined,
    ]);
  });

  it("frees the space of an expired entry when it is read", () => {
    const cache = new LruCache<string>({ maxSize: 2, ttlMs: 1_000 });
    cache.set("old", "value", { nowMs: 0 });
    cache.set("a", "value", { nowMs: 2_000 });
    cache.get("old", 2_000);
    cache.set("b", "value", { nowMs: 2_000 });
    expect([cache.get("a", 2_000), cache.get("b", 2_000)]).toEqual(["value", "value"]);
  });
});

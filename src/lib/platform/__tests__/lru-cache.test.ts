import { describe, expect, it } from "vitest";
import { LruCache } from "../lru-cache.ts";

describe("a bounded memory", () => {
  it("forgets what was used longest ago when it is full", () => {
    const memory = new LruCache<string>(10);
    memory.set("a", "first", 5);
    memory.set("b", "second", 5);
    memory.get("a");
    memory.set("c", "third", 5);
    expect([memory.get("a"), memory.get("b"), memory.get("c")]).toEqual(["first", undefined, "third"]);
  });

  it("counts what replaces another once", () => {
    const memory = new LruCache<number>(10);
    for (let n = 0; n < 5; n += 1) memory.set("same", n, 6);
    memory.set("other", 1, 4);
    expect([memory.get("same"), memory.get("other")]).toEqual([4, 1]);
  });

  it("does not keep what is heavier than everything together, nor what it replaced", () => {
    const memory = new LruCache<string>(10);
    memory.set("a", "light", 1);
    memory.set("a", "too heavy", 11);
    expect(memory.get("a")).toBeUndefined();
  });
});

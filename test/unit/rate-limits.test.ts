import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/http/limiter.ts";

describe("rate limits", () => {
  it("are the same in RateLimit-Policy and in wrangler.jsonc", () => {
    const config = readFileSync(path.resolve(import.meta.dirname, "../../wrangler.jsonc"), "utf8");
    const limitOf = (name: string) =>
      Number(new RegExp(`"${name}"[^}]*"limit": (\\d+), "period": 60`).exec(config)?.[1]);
    expect({ read: limitOf("RATE_LIMIT_READ"), write: limitOf("RATE_LIMIT_WRITE") }).toEqual(DEFAULT_LIMITS);
  });
});

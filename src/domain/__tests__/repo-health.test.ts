import { describe, expect, it } from "vitest";
import { healthOf } from "../repo-health.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");
const requested = { owner: "acme", repo: "tools" };
const found = { fullName: "Acme/Tools", archived: false, pushedAt: "2026-02-01T00:00:00Z" };

describe("the health of a repository", () => {
  it.each([
    ["ONLINE", found],
    ["ONLINE", { ...found, pushedAt: "2025-03-01T00:00:01Z" }],
    ["STALE", { ...found, pushedAt: "2025-03-01T00:00:00Z" }],
    ["ARCHIVED", { ...found, archived: true, pushedAt: "2020-01-01T00:00:00Z" }],
    ["MOVED", { ...found, fullName: "acme/toolbox", archived: true }],
    ["UNKNOWN", { ...found, pushedAt: null }],
  ])("is %s for %j", (status, repository) => {
    expect(healthOf(requested, repository, NOW).status).toBe(status);
  });
});

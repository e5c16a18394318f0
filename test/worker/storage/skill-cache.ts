/** A cached skill is never older than its row in the database: every change shows with the next read. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { restoreVersion, takeDownSkill, yankVersion } from "../../../src/lib/actions/skill-actions.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { TestPlatform } from "../../support/platform.ts";

const by = { actor: "admin", reason: "a test says so" };
let platform: TestPlatform;

const failing = { bind: () => failing, raw: () => Promise.reject(new Error("D1 is down")) };
/** The same environment throughout: a cache belongs to one, so another would have an empty one. */
const db = { isDown: false };
const DB = new Proxy(env.DB, {
  get: (real, property) => {
    if (property === "prepare" && db.isDown) return () => failing;
    const value: unknown = Reflect.get(real, property);
    return typeof value === "function" ? value.bind(real) : value;
  },
});

const read = (owner: string) => platform.run(() => getSkill(`${owner}/uploads/notes`));

beforeEach(() => {
  db.isDown = false;
  platform = new TestPlatform({ ...env, DB });
});

describe("a skill that was read before", () => {
  it("shows a new version, a yank, a restoration and a takedown with the next read", async () => {
    const slug = "memory-a/uploads/notes";
    await platform.publishNotes("memory-a");
    const first = await read("memory-a");
    expect(first.skill).toMatchObject({ version: "1.0.0" });
    expect(await read("memory-a")).toEqual(first);
    await platform.publishNotes("memory-a", "Another text.");
    const { skill } = await read("memory-a");
    const newest = skill?.version ?? "";
    expect(newest).not.toBe("1.0.0");
    await platform.run(() => yankVersion({ slug, version: newest }, by, platform.nowMs));
    expect((await read("memory-a")).skill).toMatchObject({ version: "1.0.0" });
    await platform.run(() => restoreVersion({ slug, version: newest }, by, platform.nowMs));
    expect((await read("memory-a")).skill).toMatchObject({ version: newest });
    await platform.run(() => takeDownSkill(slug, by, platform.nowMs));
    expect(await read("memory-a")).toEqual({ skill: null, degraded: false });
  });

  it("shows installs that were counted since, although they do not change the row state", async () => {
    await platform.publishNotes("memory-b");
    const before = (await read("memory-b")).skill?.installs ?? Number.NaN;
    await env.DB.prepare("UPDATE skills SET installs = installs + 3 WHERE owner = 'memory-b'").run();
    expect((await read("memory-b")).skill?.installs).toBe(before + 3);
  });

  it("is checked with the database each time: while that is down KV's document is served, not the cached one", async () => {
    await platform.publishNotes("memory-c");
    await read("memory-c");
    await env.SUBMISSIONS_KV.delete("skill:memory-c/uploads/notes");
    db.isDown = true;
    expect(await read("memory-c")).toEqual({ skill: null, degraded: true });
  });
});

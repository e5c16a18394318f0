/** A cached skill is never older than its row in the database: every change shows with the next read. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { restoreVersion, takeDownSkill, yankVersion } from "../../../src/lib/actions/skill-actions.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { TestPlatform } from "../../support/platform.ts";

const by = { actor: "admin", reason: "a test says so" };
let platform: TestPlatform;

const failing = { bind: () => failing, raw: () => Promise.reject(new Error("D1 is down")) };
/** One environment for all tests. Each environment has its own cache, so a new one would start empty. */
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
    const slug = "cached-a/uploads/notes";
    await platform.publishNotes("cached-a");
    const first = await read("cached-a");
    expect(first.skill).toMatchObject({ version: "1.0.0" });
    expect(await read("cached-a")).toEqual(first);
    await platform.publishNotes("cached-a", "Another text.");
    const { skill } = await read("cached-a");
    const newest = skill?.version ?? "";
    expect(newest).not.toBe("1.0.0");
    await platform.run(() =>
      yankVersion({ slug, version: newest }, { ...by, role: "operator" }, platform.nowMs),
    );
    expect((await read("cached-a")).skill).toMatchObject({ version: "1.0.0" });
    await platform.run(() =>
      restoreVersion({ slug, version: newest }, { ...by, role: "operator" }, platform.nowMs),
    );
    expect((await read("cached-a")).skill).toMatchObject({ version: newest });
    await platform.run(() => takeDownSkill(slug, by, platform.nowMs));
    expect(await read("cached-a")).toEqual({ skill: null, degraded: false });
  });

  it("shows installs that were counted since, although they do not change the row state", async () => {
    await platform.publishNotes("cached-b");
    const before = (await read("cached-b")).skill?.installs ?? Number.NaN;
    await env.DB.prepare("UPDATE skills SET installs = installs + 3 WHERE owner = 'cached-b'").run();
    expect((await read("cached-b")).skill?.installs).toBe(before + 3);
  });

  it("is checked against the database each time: while it is down, KV's document is served, not the cached one", async () => {
    await platform.publishNotes("cached-c");
    await read("cached-c");
    await env.SUBMISSIONS_KV.delete("skill:cached-c/uploads/notes");
    db.isDown = true;
    expect(await read("cached-c")).toEqual({ skill: null, degraded: true });
  });
});

import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createToken, type TokenScope } from "../../../src/lib/accounts/token-store.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import worker from "../../../src/worker.ts";
import { TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const platform = new TestPlatform(env);

const tokenOf = async (owner: string, scope: TokenScope) => {
  const grant = { owner, scopes: [scope], label: "test", expiresAt: null };
  return (await runWithWorkerEnv(env, () => createToken(grant, "operator", Date.now()))).token;
};

const actOn = (slug: string) => async (name: string, token: string) => {
  const request = new Request(`http://registry/api/v1/skills/${slug}/versions/1.0.0/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "a mistake of mine" }),
  });
  return worker.fetch(request as never, platform.env, createExecutionContext());
};

const offered = async (slug: string) => (await platform.run(() => getSkill(slug))).skill?.version;

it("an owner yanks and restores a version of their own skill; another owner's token and a lesser scope may not", async () => {
  const { slug } = await platform.publishNotes("owner-a");
  const act = actOn(slug);
  const statusOf = async (name: string, token: string) => (await act(name, token)).status;
  const mine = await tokenOf("owner-a", "publish");
  expect(await statusOf("yank", await tokenOf("owner-b", "publish"))).toBe(403);
  expect(await statusOf("yank", await tokenOf("owner-a", "submit"))).toBe(403);
  expect(await offered(slug)).toBe("1.0.0");
  expect(await statusOf("yank", mine)).toBe(200);
  expect(await offered(slug)).toBeNull();
  expect(await statusOf("restore", mine)).toBe(200);
  expect(await offered(slug)).toBe("1.0.0");
});

describe("a version that an operator yanked", () => {
  const setUp = async (owner: string) => {
    const { slug } = await platform.publishNotes(owner);
    return {
      slug,
      act: actOn(slug),
      mine: await tokenOf(owner, "publish"),
      admin: await tokenOf("staff", "admin"),
    };
  };

  it("cannot be restored by its owner, who learns that an operator yanked it; an operator restores it", async () => {
    const { slug, act, mine, admin } = await setUp("owner-c");
    expect((await act("yank", admin)).status).toBe(200);
    const refused = await act("restore", mine);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({
        message: expect.stringMatching(/^An operator yanked this version.*\/report/),
      }),
    ]);
    expect(await offered(slug)).toBeNull();
    expect((await act("restore", admin)).status).toBe(200);
    expect(await offered(slug)).toBe("1.0.0");
  });

  it("stays yanked if its owner had yanked it before", async () => {
    const { slug, act, mine, admin } = await setUp("owner-d");
    expect((await act("yank", mine)).status).toBe(200);
    expect((await act("yank", admin)).status).toBe(200);
    expect((await act("yank", admin)).status).toBe(409);
    expect((await act("restore", mine)).status).toBe(403);
    expect(await offered(slug)).toBeNull();
  });

  it("is not offered again when its owner submits the same content again", async () => {
    const { slug, act, admin } = await setUp("owner-e");
    expect((await act("yank", admin)).status).toBe(200);
    await platform.publish(goodSkill("notes"), "owner-e");
    expect(await offered(slug)).toBeNull();
  });

  it("is recognised by the audit log if it was yanked before the registry stored who did it", async () => {
    const [byOwner, byOperator] = [await setUp("owner-f"), await setUp("owner-g")];
    await byOwner.act("yank", byOwner.mine);
    await byOperator.act("yank", byOperator.admin);
    await env.DB.prepare("UPDATE skill_versions SET yanked_by = NULL").run();
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0008_yanked_by.sql");
    const update = migration?.queries.find((query) => query.includes("UPDATE skill_versions")) ?? "";
    await env.DB.prepare(update).run();
    expect((await byOwner.act("restore", byOwner.mine)).status).toBe(200);
    expect((await byOperator.act("restore", byOperator.mine)).status).toBe(403);
  });
});

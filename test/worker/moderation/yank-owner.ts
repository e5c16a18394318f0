import { createExecutionContext, env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createToken } from "../../../src/lib/accounts/token-store.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import worker from "../../../src/worker.ts";
import { TestPlatform } from "../../support/platform.ts";

it("an owner yanks and restores a version of their own skill; another owner's token and a lesser scope may not", async () => {
  const platform = new TestPlatform(env);
  const { slug } = await platform.publishNotes("owner-a");
  const tokenOf = async (owner: string, scope: "publish" | "submit") => {
    const grant = { owner, scopes: [scope], label: "test", expiresAt: null };
    return (await runWithWorkerEnv(env, () => createToken(grant, "operator", Date.now()))).token;
  };
  const act = async (name: string, token: string): Promise<number> => {
    const request = new Request(
      `http://registry/api/v1/skills/owner-a/uploads/notes/versions/1.0.0/${name}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ reason: "a mistake of mine" }),
      },
    );
    return (await worker.fetch(request as never, platform.env, createExecutionContext())).status;
  };
  const offered = async () => (await platform.run(() => getSkill(slug))).skill?.version;
  const mine = await tokenOf("owner-a", "publish");
  expect(await act("yank", await tokenOf("owner-b", "publish"))).toBe(403);
  expect(await act("yank", await tokenOf("owner-a", "submit"))).toBe(403);
  expect(await offered()).toBe("1.0.0");
  expect(await act("yank", mine)).toBe(200);
  expect(await offered()).toBeNull();
  expect(await act("restore", mine)).toBe(200);
  expect(await offered()).toBe("1.0.0");
});

/** Admin actions through the pages' plain forms: each requires a reason, is recorded, and shows its result. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createToken, hashToken } from "../../../src/lib/accounts/token-store.ts";
import { saveDeadLetter } from "../../../src/lib/operations/dead-letter-store.ts";
import { addReport } from "../../../src/lib/skills/abuse-report-store.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { AdminVisitor } from "../../support/admin-forms.ts";
import { TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const TOKEN = "vsk_operator-of-the-forms";
const platform = new TestPlatform({ ...env, ADMIN_TOKEN_SHA256: hashToken(TOKEN) });
const admin = new AdminVisitor(platform.env);
const why = { reason: "seen by a reviewer" };

beforeAll(async () => {
  await admin.signIn(TOKEN);
});
const submitNotes = (owner: string) => platform.submit(goodSkill("notes", { body: `For ${owner}.` }), owner);

const offered = async (slug: string) => (await platform.run(() => getSkill(slug))).skill?.version;

/** Actions recorded on a subject, oldest first. */
async function recorded(subject: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT action FROM audit_log WHERE subject = ? ORDER BY rowid")
    .bind(subject)
    .all<{ action: string }>();
  return results.map(({ action }) => action);
}

describe("dead letters", () => {
  const letter = (id: string, submissionId: string | null) =>
    platform.run(() =>
      saveDeadLetter({ id, submissionId, body: "{}", attempts: 4, receivedAt: platform.nowMs }),
    );

  it("are replayed once, and show who replayed them", async () => {
    const id = await submitNotes("dead");
    platform.queued.length = 0;
    await letter("letter-1", id);
    const opened = await admin.page("/admin/dead-letters");
    const replay = "/admin/dead-letters/letter-1/replay";
    expect(await admin.send(opened, replay, why)).toContain("Requeued");
    expect(platform.queued).toEqual([id]);
    expect(await admin.send(opened, replay, why)).toContain("Already replayed");
    expect(platform.queued).toEqual([id]);
    expect(await admin.page("/admin/dead-letters")).toContain("replayed by operator");
    expect(await recorded(id)).toEqual(["submission.requeue"]);
    await platform.deliver();
  });

  it("without a submission cannot be replayed, and a replay requires a reason", async () => {
    await letter("letter-2", null);
    expect(await admin.page("/admin/dead-letters")).not.toContain("/admin/dead-letters/letter-2/replay");
    await letter("letter-3", await submitNotes("dead-too"));
    const notice = await admin.act("/admin/dead-letters", "/admin/dead-letters/letter-3/replay", {
      reason: " ",
    });
    expect(notice).toContain("Enter a reason");
    await platform.deliver();
  });
});

describe("versions", () => {
  it("are yanked and restored once each; a second admin sees a notice, and nothing is recorded again", async () => {
    const { slug } = await platform.publishNotes("yanked", "For yanked.");
    const at = `/admin/skills?skill=${slug}`;
    const opened = await admin.page(at);
    expect(await admin.send(opened, "/admin/skills/yank", why)).toContain("Yanked");
    expect(await offered(slug)).toBeNull();
    expect(await admin.send(opened, "/admin/skills/yank", why)).toContain("already yanked");
    expect(await admin.page(at)).toContain("yanked: seen by a reviewer");
    const again = await admin.page(at);
    expect(await admin.send(again, "/admin/skills/restore", why)).toContain("Restored");
    expect(await admin.send(again, "/admin/skills/restore", why)).toContain("not yanked");
    expect(await offered(slug)).toBe("1.0.0");
    expect(await recorded(`${slug}@1.0.0`)).toEqual(["version.yank", "version.restore"]);
  });

  it("a skill is taken down and restored, unless it is blocked", async () => {
    const { slug } = await platform.publishNotes("taken", "For taken.");
    const field = `value="${slug}"`;
    const opened = await admin.page(`/admin/skills?skill=${slug}`);
    expect(await admin.send(opened, "/admin/skills/take-down", why)).toContain("Taken down");
    expect(await offered(slug)).toBeUndefined();
    const block = { owner: "taken", threatType: "test", severity: "high" };
    expect(await admin.act("/admin/blocklist", "/admin/blocklist", { ...block, ...why })).toContain(
      "Blocked",
    );
    const back = "/admin/skills/bring-back";
    expect(await admin.act("/admin/skills", back, why, field)).toContain("blocklist still matches");
    const list = await admin.page("/admin/blocklist");
    const remove = /action="(\/admin\/blocklist\/[^"/]+\/remove)"/.exec(list)?.[1] ?? "";
    await admin.send(list, remove, why);
    expect(await admin.act("/admin/skills", back, why, field)).toContain("Restored");
    expect(await offered(slug)).toBe("1.0.0");
    expect(await recorded(slug)).toEqual(["skill.take-down", "skill.restore"]);
  });
});

describe("a submission", () => {
  it("is withdrawn, re-scanned, blocked by a takedown, unblocked and requeued from its page, each with its reason", async () => {
    const id = await submitNotes("by-hand");
    const at = `/admin/submissions/${id}`;
    const act = (name: string) => admin.act(at, `${at}/${name}`, why);
    expect(await act("withdraw")).toContain("Withdrawn");
    expect(await act("rescan")).toContain("Re-scanning");
    platform.nowMs += 2_000;
    await platform.settle();
    await admin.act("/admin/skills?skill=by-hand/uploads/notes", "/admin/skills/take-down", why);
    expect(await act("unblock")).toContain("Re-scanning");
    expect(await act("requeue")).toContain("Requeued");
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await offered("by-hand/uploads/notes")).toBe("1.0.0");
    expect(await recorded(id)).toEqual(
      ["withdraw", "rescan", "unblock", "requeue"].map((name) => `submission.${name}`),
    );
    const history = await admin.page(at);
    for (const trigger of ["withdraw", "rescan", "take-down", "unblock"])
      expect(history).toContain(`${trigger} by operator`);
  });
});

describe("reports and appeals", () => {
  it("are closed once; the reply is stored, a second admin sees a notice, and nothing is recorded again", async () => {
    const report = { slug: "acme/uploads/notes", version: null, reportedBy: "anonymous", contact: null };
    const ids = await platform.run(async () => [
      await addReport({ ...report, kind: "malware", message: "It reads <b>my</b> keys." }, platform.nowMs),
      await addReport({ ...report, kind: "appeal", message: "The rule is wrong." }, platform.nowMs),
    ]);
    const opened = await admin.page("/admin/reports");
    expect(opened).toContain("It reads &lt;b&gt;my&lt;/b&gt; keys.");
    for (const id of ids) {
      const close = `/admin/reports/${id}/close`;
      expect(await admin.send(opened, close, { reason: `Answer to ${id}` })).toContain("Closed");
      expect(await admin.send(opened, close, { reason: "Another answer" })).toContain("Already closed");
      expect(await recorded(id)).toEqual(["report.close"]);
    }
    const after = await admin.page("/admin/reports");
    expect(after).toContain("No open reports");
    for (const id of ids) expect(after).toContain(`Answer to ${id}`);
    expect(after).not.toContain("Another answer");
  });
});

describe("owners", () => {
  it("are verified manually and revoked, each once", async () => {
    const owner = { owner: "Hand_Made" };
    expect(await admin.act("/admin/owners", "/admin/owners", { ...owner, ...why })).toContain("Verified");
    expect(await admin.act("/admin/owners", "/admin/owners", { ...owner, ...why })).toContain(
      "Already verified",
    );
    expect(await admin.act("/admin/owners", "/admin/owners", { owner: "../x", ...why })).toContain(
      "Invalid owner name",
    );
    const opened = await admin.page("/admin/owners");
    const remove = "/admin/owners/hand_made/remove";
    expect(await admin.send(opened, remove, why)).toContain("Revoked");
    expect(await admin.send(opened, remove, why)).toContain("not verified");
    expect(await recorded("hand_made")).toEqual(["owner.verify", "owner.unverify"]);
  });
});

describe("tokens", () => {
  it("are revoked once", async () => {
    const grant = { owner: "acme", scopes: ["submit" as const], label: "for the build", expiresAt: null };
    await platform.run(() => createToken(grant, "operator", platform.nowMs));
    const opened = await admin.page("/admin/tokens");
    const revoke = /action="(\/admin\/tokens\/[^"]+\/revoke)"/.exec(opened)?.[1] ?? "";
    expect(await admin.send(opened, revoke, why)).toContain("Revoked");
    expect(await admin.send(opened, revoke, why)).toContain("already");
    expect(await recorded(revoke.split("/")[3] ?? "")).toEqual(["token.create", "token.revoke"]);
  });

  it("are revoked with the tokens that were created with them, which the notice names", async () => {
    const grant = { owner: "acme", scopes: ["admin" as const], expiresAt: null };
    const { id } = await platform.run(() =>
      createToken({ ...grant, label: "Jo" }, "operator", platform.nowMs),
    );
    await platform.run(() => createToken({ ...grant, label: "Jo's second" }, id, platform.nowMs));
    const notice = await admin.act("/admin/tokens", `/admin/tokens/${id}/revoke`, why);
    expect(notice).toContain("Revoked, with the 1 token created with it: “Jo&#39;s second”.");
  });
});

describe("the audit log", () => {
  it("shows actor, action and reason", async () => {
    const page = await admin.page("/admin/audit");
    for (const text of ["version.yank", "skill.restore", "report.close", "operator", why.reason])
      expect(page).toContain(text);
  });
});

/** Suppressions: a reviewer leaves the findings of one rule in one content out of the verdict, until a date. */
import { env } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SkillFile } from "../../../src/domain/skill-file.ts";
import { hashToken } from "../../../src/lib/accounts/token-store.ts";
import { rescanSubmission } from "../../../src/lib/actions/submission-actions.ts";
import { addSuppression, revokeSuppression } from "../../../src/lib/actions/suppression-actions.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { getScanReport, saveScanReport } from "../../../src/lib/scans/scan-report-store.ts";
import { getSecurity } from "../../../src/lib/skills/skill-security.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { suppressLink } from "../../../src/pages/admin/suppressions.tsx";
import { scanSkill } from "../../../src/scan/engine.ts";
import { registryRules } from "../../../src/scan/rules/registry.ts";
import worker from "../../../src/worker.ts";
import { AdminVisitor } from "../../support/admin-forms.ts";
import { admin, call, callJson } from "../../support/call-api.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { badSkill, textFile } from "../../support/skills.ts";

const DAY_MS = 86_400_000;
const OWNER = "suppressed-owner";
const TOKEN = "vsk_operator-of-the-suppressions";
const platform = new TestPlatform({ ...env, ADMIN_TOKEN_SHA256: hashToken(TOKEN) }, TEST_EPOCH_MS);
const by = { actor: "reviewer", reason: "The script belongs to the test." };

/** By the static or by the deep analysis. */
const rejected = { state: expect.stringMatching(/^(?:TIER1_FAILED|REJECTED)$/), verdict: "FAIL" };
const row = async (id: string) => (await platform.run(() => getSubmission(id)))!;
const rulesIn = (files: readonly SkillFile[]) => [
  ...new Set(scanSkill(files, { digest: "d" }).findings.map(({ ruleId }) => ruleId)),
];

async function settle(): Promise<void> {
  platform.nowMs += 2_000;
  await platform.settle();
}

async function rescan(id: string): Promise<Awaited<ReturnType<typeof row>>> {
  expect(await platform.run(() => rescanSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
  await settle();
  return row(id);
}

/** Suppresses these rules for the content of a submission, and returns the ids of the suppressions. */
async function suppress(id: string, rules: readonly string[], lastsMs = 30 * DAY_MS): Promise<string[]> {
  const { digest } = await row(id);
  const ids: string[] = [];
  for (const ruleId of rules) {
    const expiresAt = platform.nowMs + lastsMs;
    const made = { ruleId, contentDigest: digest ?? "", reason: by.reason, expiresAt };
    const result = await platform.run(() => addSuppression(made, by.actor, platform.nowMs));
    if (result.kind === "refused") throw new Error(result.problem.message);
    ids.push(result.suppression.id);
  }
  return ids;
}

const revoke = (id: string) => platform.run(() => revokeSuppression(id, by, platform.nowMs));

async function revokeAll(ids: readonly string[]): Promise<void> {
  for (const each of ids) expect(await revoke(each)).toEqual({ kind: "done" });
}

let names = 0;
let name: string;
let files: SkillFile[];
let id: string;

async function submitBadSkill(): Promise<void> {
  names += 1;
  name = `formatter-${names}`;
  files = badSkill(name);
  id = await platform.publish(files, OWNER);
  expect(await row(id)).toMatchObject(rejected);
}

describe("the decision about a content", () => {
  beforeEach(submitBadSkill);

  it("is made without the findings of suppressed rules, at the next scan", async () => {
    await suppress(id, rulesIn(files));
    expect(await row(id), "nothing changes before").toMatchObject(rejected);
    expect(await rescan(id)).toMatchObject({ state: "PUBLISHED", verdict: "PASS", score: 100 });
    const { skill } = await platform.run(() => getSkill(`${OWNER}/uploads/${name}`));
    expect(skill?.versions[0]).toMatchObject({ verdict: "PASS", score: 100, certTier: "VERIFIED" });
    await expectAgreement(env, OWNER);
  });

  it("says in the history that findings were suppressed", async () => {
    await suppress(id, rulesIn(files));
    await rescan(id);
    const { results } = await env.DB.prepare(
      "SELECT reason FROM submission_events WHERE submission_id = ? AND to_state = 'AUTO_APPROVED'",
    )
      .bind(id)
      .all<{ reason: string }>();
    expect(results).toEqual([
      { reason: expect.stringMatching(/except for \d+ findings that a reviewer suppressed/) },
    ]);
  });

  it("keeps the stored report as it is, with every finding", async () => {
    const { digest } = await row(id);
    await suppress(id, rulesIn(files));
    await rescan(id);
    const stored = await platform.run(() => getScanReport(digest ?? "", "deep"));
    expect(stored).toEqual(scanSkill(files, { digest: digest ?? "" }));
    expect(stored?.verdict).toBe("FAIL");
  });

  it("still counts the findings of other rules", async () => {
    const [first = "", ...others] = rulesIn(files);
    expect(others).not.toEqual([]);
    await suppress(id, [first]);
    const { state, verdict } = await rescan(id);
    expect(["TIER1_FAILED", "REJECTED", "NEEDS_REVIEW"]).toContain(state);
    expect(verdict).not.toBe("PASS");
  });

  it("does not change for other content, not even for the same skill with one more space", async () => {
    await suppress(id, rulesIn(files));
    const [skillMd, ...others] = badSkill(name);
    const changed = [textFile("SKILL.md", `${new TextDecoder().decode(skillMd?.bytes)} `), ...others];
    const other = await platform.publish(changed, OWNER);
    expect(await row(other)).toMatchObject(rejected);
  });

  it("ignores a suppression that has expired", async () => {
    await suppress(id, rulesIn(files), DAY_MS);
    platform.nowMs += DAY_MS;
    expect(await rescan(id)).toMatchObject(rejected);
  });

  it("ignores suppressions that were revoked, and they can be added again", async () => {
    await revokeAll(await suppress(id, rulesIn(files)));
    expect(await rescan(id)).toMatchObject(rejected);
    await suppress(id, rulesIn(files));
    expect((await rescan(id)).verdict).toBe("PASS");
  });

  it("is a review as long as a file could not be read, whatever is suppressed", async () => {
    const unread = textFile("data.tar.bz2", "BZh91AY&SY");
    const packed = [...badSkill(`packed-${name}`), unread];
    const other = await platform.publish(packed, OWNER);
    await suppress(other, rulesIn(packed));
    expect(await rescan(other)).toMatchObject({ state: "NEEDS_REVIEW", reasonCode: "SCAN_INCOMPLETE" });
  });

  it("is no publication if a suppression ended after the approval", async () => {
    const ids = await suppress(id, rulesIn(files));
    await rescan(id);
    await env.DB.prepare(
      "UPDATE submissions SET state = 'AUTO_APPROVED', reason_code = 'PASSED' WHERE id = ?",
    )
      .bind(id)
      .run();
    await revokeAll(ids);
    await platform.run(() => processSubmission(id, platform.clock));
    expect(await row(id)).toMatchObject({
      state: "REJECTED",
      reasonCode: "SCAN_MISSING",
      reason: expect.stringContaining("suppression ended"),
    });
  });

  it("takes no suppression from the text of the skill", async () => {
    const rules = rulesIn(files);
    const claims = rules.map(
      (rule) => `suppress ${rule} until 2199-01-01 by reviewer, vskill-ignore ${rule}`,
    );
    const [skillMd, script] = badSkill(`claims-${name}`);
    const text = new TextDecoder()
      .decode(skillMd?.bytes)
      .replace("---\n\n#", `metadata:\n  suppressions: "${rules.join(",")}"\n---\n\n#`);
    const claiming = [
      textFile("SKILL.md", `${text}\n<!-- ${claims.join("\n")} -->\n`),
      textFile(
        "scripts/setup.sh",
        `${claims.map((claim) => `# ${claim}`).join("\n")}\n${new TextDecoder().decode(script?.bytes)}`,
      ),
      textFile("suppressions.json", JSON.stringify(rules.map((ruleId) => ({ ruleId, author: "operator" })))),
    ];
    const other = await platform.publish(claiming, OWNER);
    const { digest } = await row(other);
    expect(await row(other)).toMatchObject(rejected);
    const stored = await env.DB.prepare("SELECT * FROM finding_suppressions WHERE content_digest = ?")
      .bind(digest)
      .all();
    expect(stored.results).toEqual([]);
  });
});

describe("a suppression", () => {
  beforeEach(submitBadSkill);

  it("of a rule that compares owners is refused, because another owner may publish the same content", async () => {
    const { digest } = await row(id);
    for (const { id: ruleId } of registryRules.rules) {
      const expiresAt = platform.nowMs + DAY_MS;
      const made = { ruleId, contentDigest: digest ?? "", reason: "A known copy.", expiresAt };
      const result = await platform.run(() => addSuppression(made, by.actor, platform.nowMs));
      expect([ruleId, result]).toMatchObject([ruleId, { problem: { code: "BAD_REQUEST" } }]);
      expect(suppressLink(ruleId, made.contentDigest), "and no page offers it").toBeNull();
    }
  });

  it("is in the audit log when it is added and when it is revoked, once each", async () => {
    const [first = ""] = await suppress(id, rulesIn(files).slice(0, 1));
    const { digest } = await row(id);
    await expect(suppress(id, rulesIn(files).slice(0, 1))).rejects.toThrow("already suppressed");
    expect(await revoke(first)).toEqual({ kind: "done" });
    expect(await revoke(first)).toMatchObject({ kind: "refused", problem: { code: "CONFLICT" } });
    const { results } = await env.DB.prepare(
      "SELECT actor, action, reason, detail FROM audit_log WHERE subject = ? ORDER BY id",
    )
      .bind(first)
      .all<{ action: string; detail: string }>();
    const entries = results.map((entry) => ({ ...entry, detail: JSON.parse(entry.detail) }));
    const detail = { ruleId: rulesIn(files)[0], contentDigest: digest };
    expect(entries).toMatchObject([
      { ...by, action: "suppression.add", detail: { ...detail, expiresAt: expect.any(Number) } },
      { ...by, action: "suppression.revoke", detail },
    ]);
  });

  it("shows in a version's security results, which fail again as soon as it is revoked", async () => {
    const ids = await suppress(id, rulesIn(files));
    await rescan(id);
    const security = () =>
      platform.run(async () => {
        const { skill } = await getSkill(`${OWNER}/uploads/${name}`);
        return getSecurity(OWNER, skill!.versions[0]!, platform.nowMs);
      });
    const before = await security();
    expect(before.providers[0]).toMatchObject({ provider: "vskill", verdict: "PASS", criticalCount: 0 });
    expect(before.suppressions).toContainEqual(
      expect.objectContaining({ id: ids[0], author: by.actor, reason: by.reason }),
    );
    await revokeAll(ids);
    expect(await security()).toMatchObject({ overallVerdict: "FAIL" });
    await platform.run(async () => {
      const report = (await getScanReport(before.suppressions[0]?.contentDigest ?? "", "deep"))!;
      await saveScanReport({ ...report, findings: [], verdict: "CONCERNS" }, platform.nowMs);
    });
    expect(await security(), "with concerns alone").toMatchObject({ overallVerdict: "PENDING" });
  });

  it("is part of a submission's detail while it is in force", async () => {
    const [first = ""] = await suppress(id, rulesIn(files).slice(0, 1));
    const shown = await callJson<{ suppressions: object[]; scanResults: { verdict: string } }>(
      `/api/v1/submissions/${id}`,
    );
    expect(shown).toMatchObject({ suppressions: [{ id: first, reason: by.reason }] });
    expect(shown.scanResults.verdict).toBe("FAIL");
    await revoke(first);
    expect(await callJson(`/api/v1/submissions/${id}`)).toMatchObject({ suppressions: [] });
  });
});

describe("the pages", () => {
  const visitor = new AdminVisitor(platform.env);
  const reason = "Part of <b>our</b> own tests.";
  const get = async (path: string) => {
    const request = new Request(`http://registry${path}`, { headers: { accept: "text/html" } });
    return (await worker.fetch(request as never, platform.env, {} as never)).text();
  };
  beforeAll(async () => {
    vi.useFakeTimers({ now: platform.nowMs, toFake: ["Date"] });
    await visitor.signIn(TOKEN);
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  beforeEach(submitBadSkill);

  /** Follows the link of each finding on the page, and sends the form that it leads to. Returns the number of rules. */
  async function suppressShown(review: string): Promise<number> {
    const html = await visitor.page(review);
    const links = new Set(
      [...html.matchAll(/href="(\/admin\/suppressions\?[^"]*)"/g)].map(([, href = ""]) =>
        href.replaceAll("&amp;", "&"),
      ),
    );
    for (const href of links) {
      const form = await visitor.page(href);
      const { searchParams } = new URL(href, "http://registry");
      for (const value of searchParams.values()) expect(form).toContain(`value="${value}"`);
      const fields = { ...Object.fromEntries(searchParams), days: "10", reason };
      expect(await visitor.send(form, "/admin/suppressions", fields)).toContain("Re-scan the submission");
    }
    return links.size;
  }

  it("lead a reviewer from a finding to a filled form, and show who suppressed it, until when and why", async () => {
    const review = `/admin/submissions/${id}`;
    expect(await suppressShown(review)).toBeGreaterThan(0);
    const marked = await visitor.page(review);
    expect(marked).not.toContain("/admin/suppressions?");
    const mark =
      /Suppressed by operator until \d{4}-\d\d-\d\d: .*?Part of &lt;b&gt;our&lt;\/b&gt; own tests\./s;
    expect(marked).toMatch(mark);
    expect(await visitor.page("/admin/suppressions")).toContain(`href="${review}"`);
    expect(await get(`/submissions/${id}`)).toMatch(mark);
    expect(await get(`/submissions/${id}`)).toContain("Result without: PASS, score 100/100.");
    const rescanFromPage = () => visitor.act(review, `${review}/rescan`, { reason });
    expect(await rescanFromPage()).toContain("Re-scanning");
    await settle();
    // The deep analysis can have findings that the static one has not.
    if ((await suppressShown(review)) > 0) await rescanFromPage();
    await settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
  });

  it("show a published skill with every finding, marked, and say that the pass is without them", async () => {
    await suppress(id, rulesIn(files));
    await rescan(id);
    const page = await get(`/skills/${OWNER}/uploads/${name}`);
    for (const rule of rulesIn(files)) expect(page).toContain(`<code>${rule}</code>`);
    expect(page).toMatch(/Suppressed by token reviewer until \d{4}-\d\d-\d\d: /);
    expect(page).toContain("except for findings that a reviewer suppressed");
  });

  it("say that a published skill no longer passes when its suppression has ended", async () => {
    const ids = await suppress(id, rulesIn(files));
    await rescan(id);
    await revokeAll(ids);
    const page = await get(`/skills/${OWNER}/uploads/${name}`);
    expect(page).toContain("The findings below no longer give a pass.");
    expect(page).not.toContain("Suppressed by");
  });

  it("name the fields that are wrong, and add nothing", async () => {
    const { digest } = await row(id);
    await env.DB.prepare("DELETE FROM finding_suppressions").run();
    const form = await visitor.page("/admin/suppressions");
    const filled = { ruleId: "T02-example", contentDigest: digest ?? "", days: "10", reason };
    const send = (over: object) => visitor.send(form, "/admin/suppressions", { ...filled, ...over });
    expect(await send({ days: "366" })).toContain("Enter 1 to 365 days");
    expect(await send({ ruleId: "everything" })).toContain("a rule id is like");
    expect(await send({ contentDigest: "sha256:*" })).toContain("a digest is");
    expect(await send({ reason: "x".repeat(501) })).toContain("500");
    expect(await send({ reason: " " })).toContain("Enter a reason");
    expect(await visitor.page("/admin/suppressions")).toContain("No suppressions.");
  });

  it("let an operator revoke a suppression once", async () => {
    const [first = ""] = await suppress(id, rulesIn(files).slice(0, 1));
    const opened = await visitor.page("/admin/suppressions");
    const action = `/admin/suppressions/${first}/revoke`;
    expect(await visitor.send(opened, action, { reason })).toContain("Revoked");
    expect(await visitor.send(opened, action, { reason })).toContain("already revoked");
    const after = await visitor.page("/admin/suppressions");
    expect(after).not.toContain(action);
    expect(after).toContain("revoked by operator on");
  });
});

describe("/api/v1/admin/suppressions", () => {
  const path = "/api/v1/admin/suppressions";
  const made = (over: object = {}) => ({
    ruleId: "T02-keep-from-user",
    contentDigest: `sha256:${"c".repeat(64)}`,
    reason: "It quotes an attack.",
    expiresAt: Date.now() + DAY_MS,
    ...over,
  });

  it("is for admins only: 401 without a token, 403 with another one, and nothing is written", async () => {
    const grant = admin({ owner: "acme", scopes: ["submit", "publish", "scan"] });
    const { token } = await callJson<{ token: string }>("/api/v1/admin/tokens", grant, 201);
    const { total } = await callJson<{ total: number }>(path, admin());
    for (const [who, status] of [
      [{}, 401],
      [{ token }, 403],
    ] as const) {
      expect((await call(path, who)).status).toBe(status);
      expect((await call(path, { ...who, json: made() })).status).toBe(status);
      const remove = { ...who, method: "DELETE", json: { reason: "because" } };
      expect((await call(`${path}/x`, remove)).status).toBe(status);
    }
    expect(await callJson(path, admin())).toMatchObject({ total });
  });

  it("adds, lists newest first by page, and revokes with a reason", async () => {
    await env.DB.prepare("DELETE FROM finding_suppressions").run();
    const { id: first } = await callJson<{ id: string }>(path, admin(made()), 201);
    expect((await call(path, admin(made()))).status).toBe(409);
    const { id: second } = await callJson<{ id: string }>(path, admin(made({ ruleId: "T03-other" })), 201);
    await env.DB.prepare("UPDATE finding_suppressions SET created_at = created_at - 1 WHERE id = ?")
      .bind(first)
      .run();
    const listed = await callJson<{ suppressions: object[]; total: number }>(path, admin());
    expect(listed).toMatchObject({ suppressions: [{ id: second }, { id: first }], total: 2 });
    const page = await callJson<{ suppressions: object[] }>(`${path}?limit=1&page=2`, admin());
    expect(page.suppressions).toEqual(listed.suppressions.slice(1, 2));
    const remove = { ...admin({ reason: "No longer needed." }), method: "DELETE" };
    expect((await call(`${path}/${first}`, { ...admin(), method: "DELETE" })).status).toBe(400);
    expect(await callJson(`${path}/${first}`, remove)).toEqual({ ok: true });
    expect((await call(`${path}/${first}`, remove)).status).toBe(409);
    expect((await call(`${path}/nothing`, remove)).status).toBe(404);
    const after = await callJson<{ suppressions: { id: string }[] }>(path, admin());
    expect(after.suppressions.find((entry) => entry.id === first)).toMatchObject({
      author: "operator",
      revokedBy: "operator",
      revokedAt: expect.any(Number),
    });
  });

  it.each([
    ["an end in the past", { expiresAt: 1 }],
    ["an end more than a year ahead", { expiresAt: Date.now() + 367 * DAY_MS }],
    ["no reason", { reason: "" }],
    ["a reason of 501 characters", { reason: "x".repeat(501) }],
    ["something that is no rule", { ruleId: "T99-example" }],
    ["something that is no digest", { contentDigest: "sha256:abc" }],
    ["an author", { author: "somebody else" }],
  ])("refuses %s", async (_, over) => {
    expect((await call(path, admin(made(over)))).status).toBe(400);
  });
});

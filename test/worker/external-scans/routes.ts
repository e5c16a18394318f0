/** The HTTP routes of external scanners, through the whole app: tokens, signatures, limits, one error format. */
import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import { createToken, hashToken, type TokenScope } from "../../../src/lib/accounts/token-store.ts";
import { listExternalScans, recordScanRequests } from "../../../src/lib/external-scan-store.ts";
import { SIGNATURE_HEADER, signDelivery } from "../../../src/lib/scans/signed-delivery.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { publishNow } from "../../support/publish.ts";

const secret = "0123456789abcdef-webhook";
const operator = "vsk_operator-token-of-this-test";
const testEnv = { ...env, WEBHOOK_SECRET: secret, ADMIN_TOKEN_SHA256: hashToken(operator) };
const inApp = <T>(fn: () => Promise<T>, from = testEnv as typeof env): Promise<T> =>
  runWithWorkerEnv(from, fn);

function call(path: string, init: RequestInit = {}, from = testEnv as typeof env): Promise<Response> {
  return inApp(async () => app.request(`http://localhost${path}`, init, from), from);
}

async function tokenWith(scopes: TokenScope[]): Promise<Record<string, string>> {
  const grant = { owner: "acme", scopes, label: "test", expiresAt: null };
  const { token } = await inApp(() => createToken(grant, "test", Date.now()));
  return { authorization: `Bearer ${token}` };
}

let counter = 0;
const freshDigest = () => `sha256:${(++counter).toString(16).padStart(64, "a")}`;

function deliver(
  body: string | Uint8Array,
  change: Record<string, string> = {},
  deliveryId: string = crypto.randomUUID(),
) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const headers = { ...signDelivery(secret, { deliveryId, body: bytes, nowMs: Date.now() }), ...change };
  return call("/api/v1/webhooks/scan-results", { method: "POST", headers, body: bytes });
}

const resultOf = (digest: string, severity?: string) =>
  JSON.stringify({
    status: "completed",
    digest,
    provider: "semgrep",
    findings: severity === undefined ? [] : [{ severity, rule: "r", message: "m" }],
  });

const codeOf = async (response: Response) => {
  const body = await response.json<{ error?: string; message?: string }>();
  expect(typeof body.message).toBe("string");
  return `${response.status} ${body.error}`;
};

describe("POST /api/v1/webhooks/scan-results", () => {
  it("accepts a signed result and lowers the tier at once", async () => {
    const { digest, slug } = await inApp(() => publishNow("hooked"));
    await inApp(() => recordScanRequests(digest, ["semgrep"], Date.now()));
    const response = await deliver(resultOf(digest, "critical"));
    expect([response.status, await response.json()]).toEqual([200, { result: "taken", taintedVersions: 1 }]);
    // The KV document follows a second later, because KV allows one write per key and second. The database has it at once.
    const row = await env.DB.prepare("SELECT tainted_reason FROM skill_versions WHERE digest = ?")
      .bind(digest)
      .first();
    expect(row).toEqual({ tainted_reason: "semgrep reported 1 critical finding(s)" });
    const wanted = await env.DB.prepare("SELECT wanted FROM outbox WHERE kind = 'skill-document' AND key = ?")
      .bind(slug)
      .first();
    expect(wanted).toEqual({ wanted: 2 });
  });

  it("L10: refuses the same delivery a second time", async () => {
    const digest = freshDigest();
    await inApp(() => recordScanRequests(digest, ["semgrep"], Date.now()));
    expect((await deliver(resultOf(digest), {}, "delivery-twice")).status).toBe(200);
    expect(await codeOf(await deliver(resultOf(digest), {}, "delivery-twice"))).toBe("409 DELIVERY_REPLAYED");
    expect(await codeOf(await deliver(resultOf(digest, "critical")))).toBe("409 SCAN_RESULT_KNOWN");
  });

  it("L62: checks the signature before it reads a byte of the body", async () => {
    const wrong = { [SIGNATURE_HEADER]: `sha256=${"0".repeat(64)}` };
    expect(await codeOf(await deliver("this is not JSON", wrong))).toBe("401 SIGNATURE_INVALID");
    expect(await codeOf(await deliver("this is not JSON"))).toBe("400 BAD_REQUEST");
    const unsigned = await call("/api/v1/webhooks/scan-results", {
      method: "POST",
      body: resultOf(freshDigest()),
    });
    expect(await codeOf(unsigned)).toBe("401 SIGNATURE_INVALID");
  });

  it("refuses a body that is too large or invalid, and a result that was not requested", async () => {
    expect(await codeOf(await deliver(new Uint8Array(600 * 1024)))).toBe("413 BODY_TOO_LARGE");
    expect(await codeOf(await deliver(resultOf(freshDigest(), "critical")))).toBe("404 SCAN_NOT_REQUESTED");
    expect(await codeOf(await deliver(resultOf(freshDigest(), "catastrophic")))).toBe("400 BAD_REQUEST");
    expect(await codeOf(await deliver("{}"))).toBe("400 BAD_REQUEST");
  });

  it("refuses every delivery if no secret is set", async () => {
    const init = { method: "POST", body: resultOf(freshDigest()) };
    const response = await call("/api/v1/webhooks/scan-results", init, {
      ...testEnv,
      WEBHOOK_SECRET: "",
    } as typeof env);
    expect(await codeOf(response)).toBe("503 WEBHOOK_OFF");
  });
});

describe("pulling work", () => {
  it("lists and leases scans, and returns their bytes, for a token with the scope", async () => {
    const headers = await tokenWith(["scan"]);
    const { digest } = await inApp(() => publishNow("pulled"));
    await inApp(() => recordScanRequests(digest, ["puller"], Date.now()));
    const listed = await call("/api/v1/external-scans/pending?provider=puller", { headers });
    const { scans } = await listed.json<{ scans: { id: string; digest: string; archive: string }[] }>();
    expect(scans).toMatchObject([{ digest, releases: 0, leaseUntil: null }]);
    const { id, archive } = scans[0]!;

    const claim = () =>
      call(`/api/v1/external-scans/${id}/claim?leaseSeconds=60`, { method: "POST", headers });
    expect(await (await claim()).json()).toMatchObject({ id, digest });
    expect(await codeOf(await claim())).toBe("409 SCAN_NOT_FREE");
    expect((await inApp(() => listExternalScans(digest)))[0]).toMatchObject({ status: "running" });

    const download = await call(archive, { headers });
    const stored = await env.ARCHIVES.get(`content/${digest}/skill.tar.gz`);
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(new Uint8Array(await stored!.arrayBuffer()));
  });

  it("reports deleted bytes instead of sending an empty body", async () => {
    const headers = await tokenWith(["scan"]);
    const digest = freshDigest();
    await inApp(() => recordScanRequests(digest, ["puller"], Date.now()));
    const { id } = (await inApp(() => listExternalScans(digest)))[0]!;
    expect(await codeOf(await call(`/api/v1/external-scans/${id}/archive`, { headers }))).toBe(
      "410 CONTENT_GONE",
    );
  });

  it("refuses a missing token, another scope, and unknown scans and parameters (L41)", async () => {
    const pending = "/api/v1/external-scans/pending?provider=puller";
    expect(await codeOf(await call(pending))).toBe("401 UNAUTHENTICATED");
    expect(await codeOf(await call(pending, { headers: await tokenWith(["submit"]) }))).toBe("403 FORBIDDEN");
    const headers = { authorization: `Bearer ${operator}` };
    expect((await call(pending, { headers })).status).toBe(200);
    expect(await codeOf(await call(`${pending}&state=all`, { headers }))).toBe("400 BAD_REQUEST");
    expect(await codeOf(await call("/api/v1/external-scans/pending", { headers }))).toBe("400 BAD_REQUEST");
    const unknown = await call("/api/v1/external-scans/nothing/claim", { method: "POST", headers });
    expect(await codeOf(unknown)).toBe("404 SCAN_NOT_REQUESTED");
  });
});

/** An external scanner: the started server sends it a scan request, and it downloads the archive and delivers its findings. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { makeTarGz } from "../../src/lib/archives/install-archives.ts";
import { signDelivery, verifyDelivery } from "../../src/lib/scans/signed-delivery.ts";
import { snapshotFolder } from "../support/folder-snapshot.ts";
import { goodSkill } from "../support/skills.ts";
import { startServer } from "../support/start-server.ts";
import { waitForState } from "../support/wait-for-state.ts";

const secret = "the-secret-of-this-test";

interface ScanRequest {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Starts a scanner that accepts all requests; `firstRequest` resolves with the first one. */
async function startScanner(): Promise<{
  url: string;
  firstRequest: Promise<ScanRequest>;
  close: () => void;
}> {
  let receive: (request: ScanRequest) => void = () => {};
  const firstRequest = new Promise<ScanRequest>((resolve) => {
    receive = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(202).end();
    receive({ headers: new Headers(request.headers as Record<string, string>), body: Buffer.concat(chunks) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`,
    firstRequest,
    close: () => server.close(),
  };
}

it("a critical result of an external scanner taints the published version", async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), "vskill-scanner-"));
  const scanner = await startScanner();
  const env = {
    EXTERNAL_SCANNERS: JSON.stringify([{ name: "semgrep", url: scanner.url }]),
    WEBHOOK_SECRET: secret,
  };
  try {
    await using server = await startServer({ dataDir: scratch, env, args: ["--no-examples"] });
    const authorization = `Bearer ${server.adminToken}`;
    const upload = await fetch(`${server.url}/api/v1/submissions/upload?owner=acme`, {
      method: "POST",
      headers: { authorization, "content-type": "application/gzip" },
      body: new Uint8Array(makeTarGz(goodSkill("scanned-notes"))),
    });
    const { id } = (await upload.json()) as { id: string };

    const { headers, body } = await scanner.firstRequest;
    expect(verifyDelivery(secret, { headers, body, nowMs: Date.now() })).not.toBeNull();
    const scanRequest = JSON.parse(new TextDecoder().decode(body)) as {
      digest: string;
      provider: string;
      archive: string;
    };
    const archive = await fetch(new URL(scanRequest.archive, server.url), { headers: { authorization } });
    const bytes = new Uint8Array(await archive.arrayBuffer());
    expect(archive.status).toBe(200);

    await waitForState(server.url, id, "PUBLISHED");
    const findings = [
      { severity: "critical", rule: "secrets", message: "a live key", file: "SKILL.md", line: 1 },
    ];
    const result = new TextEncoder().encode(
      JSON.stringify({
        status: "completed",
        digest: scanRequest.digest,
        provider: scanRequest.provider,
        findings,
      }),
    );
    const signed = signDelivery(secret, { deliveryId: "delivery-e2e", body: result, nowMs: Date.now() });
    const deliver = () =>
      fetch(`${server.url}/api/v1/webhooks/scan-results`, { method: "POST", headers: signed, body: result });
    expect(await (await deliver()).json()).toEqual({ result: "taken", taintedVersions: 1 });
    expect((await deliver()).status).toBe(409);
    await server.stop();

    const { tables, objects } = await snapshotFolder(scratch, "notes");
    expect(tables.skill_versions).toMatchObject([
      { tainted_reason: "semgrep reported 1 critical finding(s)" },
    ]);
    expect(tables.external_scans).toMatchObject([{ status: "done", verdict: "critical", releases: 0 }]);
    expect(objects[`content/${scanRequest.digest}/skill.tar.gz`]).toMatchObject({
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  } finally {
    scanner.close();
    await rm(scratch, { recursive: true, force: true });
  }
});

/** The version in ClawHub's response is the published one; otherwise the publication is refused. */
import { beforeAll, expect, it } from "vitest";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { admin, call, callJson } from "../../support/call-api.ts";
import { inRun } from "../../support/publish.ts";
import { goodSkill } from "../../support/skills.ts";

let token = "";

beforeAll(async () => {
  const grant = { owner: "hub", scopes: ["publish"] };
  ({ token } = await callJson<{ token: string }>("/api/v1/admin/tokens", admin(grant), 201));
});

async function send(version: string, declared = "", body = ""): Promise<Response> {
  const form = new FormData();
  form.set("payload", JSON.stringify({ slug: "notes", version }));
  for (const { path, bytes } of goodSkill("notes", { version: declared, body }))
    form.append("files", new Blob([new Uint8Array(bytes)]), path);
  return call("/clawhub/api/v1/skills", { method: "POST", body: form, token });
}

async function processed(response: Response): Promise<{ version: string }> {
  const body = (await response.json()) as { version: string; attemptId: string };
  expect([response.status, body]).toMatchObject([200, { publicationStatus: "pending" }]);
  await inRun(() => processSubmission(body.attemptId));
  return body;
}

it("is the requested one if SKILL.md declares none", async () => {
  const { version } = await processed(await send("2.5.0"));
  expect(version).toBe("2.5.0");
  expect((await call("/api/v1/skills/hub/uploads/notes/versions/2.5.0")).status).toBe(200);
});

it("is refused if SKILL.md declares another, if it is not a version, or if it is not newer", async () => {
  const refusals = [
    [await send("2.6.0", "2.7.0", "Changed."), 422, "2.7.0"],
    [await send("latest", "", "Changed."), 400, "not a version"],
    [await send("2.5.0", "", "Changed."), 409, "higher"],
  ] as const;
  for (const [response, status, text] of refusals) {
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  }
});

it("may be the one that SKILL.md declares", async () => {
  const { version } = await processed(await send("3.0.0", "3.0.0", "Changed again."));
  expect(version).toBe("3.0.0");
  expect((await call("/api/v1/skills/hub/uploads/notes/versions/3.0.0")).status).toBe(200);
});

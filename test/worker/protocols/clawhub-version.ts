/** The version that ClawHub's answer names is the one that is published, or the publication is refused. */
import { beforeAll, expect, it } from "vitest";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { admin, call, callJson } from "../../support/call-api.ts";
import { inRun } from "../../support/publish.ts";
import { goodSkill } from "../../support/skills.ts";

let token = "";

beforeAll(async () => {
  const made = { owner: "hub", scopes: ["publish"] };
  ({ token } = await callJson<{ token: string }>("/api/v1/admin/tokens", admin(made), 201));
});

async function send(version: string, declared = "", body = ""): Promise<Response> {
  const form = new FormData();
  form.set("payload", JSON.stringify({ slug: "notes", version }));
  for (const { path, bytes } of goodSkill("notes", { version: declared, body }))
    form.append("files", new Blob([new Uint8Array(bytes)]), path);
  return call("/clawhub/api/v1/skills", { method: "POST", body: form, token });
}

async function processed(answer: Response): Promise<{ version: string }> {
  const body = (await answer.json()) as { version: string; attemptId: string };
  expect([answer.status, body]).toMatchObject([200, { publicationStatus: "pending" }]);
  await inRun(() => processSubmission(body.attemptId));
  return body;
}

it("is the one asked for where SKILL.md names none", async () => {
  const { version } = await processed(await send("2.5.0"));
  expect(version).toBe("2.5.0");
  expect((await call("/api/v1/skills/hub/uploads/notes/versions/2.5.0")).status).toBe(200);
});

it("is refused where SKILL.md names another, where it is none, and where it is not newer", async () => {
  const refusals = [
    [await send("2.6.0", "2.7.0", "Changed."), 422, "2.7.0"],
    [await send("latest", "", "Changed."), 400, "not a version"],
    [await send("2.5.0", "", "Changed."), 409, "higher"],
  ] as const;
  for (const [answer, status, text] of refusals) {
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
  }
});

it("may be the one that SKILL.md names", async () => {
  const { version } = await processed(await send("3.0.0", "3.0.0", "Changed again."));
  expect(version).toBe("3.0.0");
  expect((await call("/api/v1/skills/hub/uploads/notes/versions/3.0.0")).status).toBe(200);
});

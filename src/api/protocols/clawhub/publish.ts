/**
 * Publishing with ClawHub's client: files one by one and then the skill (0.23), or all in one form (0.20). Both are
 * read as an archive by the same reader as uploads, and go through the same pipeline. The response is `pending`.
 */
import { type Context, Hono } from "hono";
import semver from "semver";
import { z } from "zod";
import { contentDigest } from "../../../domain/digest.ts";
import { MANIFEST_NAME, parseManifest } from "../../../domain/manifest.ts";
import { problem, Refusal } from "../../../domain/problem.ts";
import { publishingOwner } from "../../../domain/publisher.ts";
import type { SkillFile } from "../../../domain/skill-file.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { requireScope, requireToken } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { readBody } from "../../../http/read-body.ts";
import { makeZip } from "../../../lib/archives/install-archives.ts";
import {
  closeTickets,
  getTicket,
  openTicket,
  readTickets,
  storeTicketBytes,
} from "../../../lib/contents/upload-ticket-store.ts";
import { currentLimits } from "../../../lib/platform/current-limits.ts";
import { getSkill } from "../../../lib/skills/skill-store.ts";
import { readUpload, type Upload } from "../../../lib/sources/upload.ts";
import type { IntakeResult } from "../../../lib/submissions/intake.ts";
import { submitUpload } from "../../../lib/submissions/upload-intake.ts";

export const clawhubPublish = new Hono<AppEnv>();
const API = "/clawhub/api/v1";
/** Enough for the names, sizes and tickets of 512 files. */
const REQUEST_BYTES = 512 * 1024;

const filePath = z.string().min(1).max(500);
const aboutSchema = z.object({
  slug: z.string().min(1).max(100),
  ownerHandle: z.string().max(100).optional(),
  version: z.string().max(100),
});
const uploadedSchema = aboutSchema.extend({
  files: z
    .array(z.object({ path: filePath, storageId: z.string().max(64), sha256: z.string().max(64) }))
    .min(1)
    .max(1000),
});
type About = z.infer<typeof aboutSchema>;

clawhubPublish.get(`${API}/whoami`, requireToken, (c) => {
  const { owner, id } = c.get("caller");
  c.header("Cache-Control", "no-store");
  return c.json({ user: { handle: owner ?? id, displayName: owner ?? id, role: "user" } });
});

clawhubPublish.post(`${API}/skills/-/upload-url`, requireScope("publish"), async (c) => {
  const limits = currentLimits();
  const schema = z.object({
    path: filePath,
    size: z.number().int().min(0).max(limits.fileBytes),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  });
  const { size, sha256 } = parse(schema, await readJson(c));
  const id = await openTicket({ tokenId: c.get("caller").id, size, sha256 }, Date.now());
  return c.json({ uploadUrl: `${publicOrigin(c)}${API}/uploads/${id}`, uploadTicket: id });
});

clawhubPublish.post(`${API}/uploads/:id`, requireScope("publish"), async (c) => {
  const ticket = await getTicket(c.req.param("id"), c.get("caller").id, Date.now());
  if (ticket === null) return sendProblem(c, problem("NOT_FOUND", "Unknown or expired upload."));
  const bytes = await readFiles(c, ticket.size);
  const stored = await storeTicketBytes(ticket, bytes, Date.now());
  if (!stored)
    return sendProblem(c, problem("UPLOAD_INVALID", "The bytes do not match the announced size and digest."));
  return c.json({ storageId: ticket.id });
});

clawhubPublish.post(`${API}/skills`, requireScope("publish"), async (c) => {
  const isForm = (c.req.header("content-type") ?? "").startsWith("multipart/form-data");
  return isForm ? publishForm(c) : publishUploaded(c);
});

async function publishUploaded(c: Context<AppEnv>): Promise<Response> {
  const { files: listed, ...about } = parse(uploadedSchema, await readJson(c));
  const ids = listed.map(({ storageId }) => storageId);
  const bytes = await readTickets(ids, c.get("caller").id, Date.now());
  if (bytes === null)
    return sendProblem(c, problem("UPLOAD_INVALID", "A file was not uploaded or has expired."));
  const files = listed.map(({ path, storageId }) => fileOf(path, bytes.get(storageId) ?? new Uint8Array()));
  const response = await submit(c, about, files);
  await closeTickets(ids);
  return response;
}

async function publishForm(c: Context<AppEnv>): Promise<Response> {
  const body = await readFiles(c, currentLimits().skillBytes + REQUEST_BYTES);
  const form = await new Response(body, { headers: { "content-type": c.req.header("content-type") ?? "" } })
    .formData()
    .catch(() => {
      throw new Refusal("UPLOAD_INVALID", "The multipart body is damaged.");
    });
  const about = parse(aboutSchema, parseJson(String(form.get("payload") ?? "")));
  const blobs = form.getAll("files").filter((value) => typeof value !== "string");
  const files = await Promise.all(
    blobs.map(async (blob) => fileOf(blob.name, new Uint8Array(await blob.arrayBuffer()))),
  );
  return submit(c, about, files);
}

const fileOf = (path: string, bytes: Uint8Array): SkillFile => ({ path, bytes, executable: false });

/** Only under the token's own owner name, and with the name in SKILL.md. */
async function submit(c: Context<AppEnv>, about: About, files: readonly SkillFile[]): Promise<Response> {
  const caller = c.get("caller");
  const publisher = publishingOwner(caller, about.ownerHandle?.replace(/^@+/, ""));
  if ("problem" in publisher) return sendProblem(c, publisher.problem);
  const { owner } = publisher;
  const upload = await readUpload(makeZip(files), "application/zip");
  const name = upload.skills[0]?.path ?? "";
  if (upload.skills.length !== 1 || name !== about.slug.toLowerCase()) {
    const found = upload.skills.map(({ path }) => path).join(", ");
    throw new Refusal(
      "MANIFEST_INVALID",
      `The slug is "${about.slug}", but SKILL.md says "${found}": publish with --slug ${name}.`,
    );
  }
  const requestedVersion = await requireVersion({ owner, name, requested: about.version, upload });
  const result = await submitUpload({ owner, submittedBy: caller.id, upload, requestedVersion }, Date.now());
  return sendPublishResult(c, { owner, name, version: requestedVersion }, result);
}

/** The version that this will be published under, so that the response states the real one. */
async function requireVersion(about: {
  owner: string;
  name: string;
  requested: string;
  upload: Upload;
}): Promise<string> {
  const requested = semver.valid(about.requested);
  if (requested === null)
    throw new Refusal("BAD_REQUEST", `version: "${about.requested}" is not a version such as 1.2.0.`);
  const skillMd = about.upload.skills[0]?.files.find(({ path }) => path === MANIFEST_NAME);
  const declared = parseManifest(skillMd?.bytes ?? "", null, currentLimits()).manifest?.version ?? requested;
  if (declared !== requested)
    throw new Refusal(
      "MANIFEST_INVALID",
      `The version is ${requested}, but SKILL.md says ${declared}: publish with --version ${declared}, or change SKILL.md.`,
    );
  const { skill } = await getSkill(`${about.owner}/uploads/${about.name}`);
  const digest = contentDigest(about.upload.skills[0]?.files ?? []);
  const others = skill?.versions.filter((version) => version.digest !== digest) ?? [];
  const newer = others.find(({ version }) => !semver.gt(requested, version));
  if (newer !== undefined)
    throw new Refusal(
      "VERSION_NOT_NEWER",
      `${newer.version} is already published with different content. Publish with a --version higher than ${requested}.`,
    );
  return requested;
}

function sendPublishResult(
  c: Context<AppEnv>,
  about: { owner: string; name: string; version: string },
  result: IntakeResult,
): Response {
  const base = { ok: true, skillId: `${about.owner}/uploads/${about.name}`, slug: about.name };
  switch (result.kind) {
    case "accepted":
    case "duplicate": {
      const { id } = result.submission;
      const version = result.submission.requestedVersion ?? about.version;
      const pending = { versionId: id, attemptId: id, version, publicationStatus: "pending" };
      return c.json({ ...base, ...pending });
    }
    case "already-published": {
      const { slug, version } = result;
      return c.json({ ...base, versionId: `${slug}@${version}`, version, publicationStatus: "published" });
    }
    case "blocked":
      return sendProblem(c, problem("FORBIDDEN", "This skill is on the blocklist and cannot be published."));
    case "refused":
      return sendProblem(c, result.problem);
  }
}

/** Files of a skill: as much time as an upload has. */
const readFiles = (c: Context<AppEnv>, maxBytes: number) =>
  readBody(c, { maxBytes, limitMs: currentLimits().uploadMs });

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  return parseJson(new TextDecoder().decode(await readBody(c, { maxBytes: REQUEST_BYTES })));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("BAD_REQUEST", "The body is not valid JSON.");
  }
}

/** Unknown fields are ignored: newer clients send more. */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal("BAD_REQUEST", `${issue?.path.join(".") || "body"}: ${issue?.message}`);
}

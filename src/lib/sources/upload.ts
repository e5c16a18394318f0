/**
 * Reads the skills of an uploaded archive: multipart (field `archive`) or the raw archive as the body. The route
 * checks who may upload under which owner.
 */
import type { Limits } from "../../domain/limits.ts";
import { MANIFEST_NAME, parseManifest } from "../../domain/manifest.ts";
import { Refusal } from "../../domain/problem.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { readInTime } from "../platform/read-capped.ts";
import type { CollectedSkill } from "./collect-skills.ts";
import { unpackSkills } from "./packed-archive.ts";

export interface Upload {
  /** `path` is the skill's name if its manifest has one: its place in the archive means nothing later. */
  readonly skills: CollectedSkill[];
  /** The other text fields of a multipart body, such as `owner`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Boundaries, part headers and small text fields around the archive. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;
const rawTypes = new Set([
  "application/gzip",
  "application/x-gzip",
  "application/x-tar+gzip",
  "application/zip",
  "application/x-zip-compressed",
  "application/octet-stream",
]);

/** Throws ARCHIVE_UNSUPPORTED, ARCHIVE_TOO_LARGE, UPLOAD_INVALID, UPLOAD_TIMEOUT or a refusal of the archive. */
export async function readUpload(
  body: ReadableStream<Uint8Array> | Uint8Array,
  contentType: string,
): Promise<Upload> {
  const limits = currentLimits();
  const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (mediaType === "multipart/form-data") {
    const bytes = await receive(body, limits.uploadPackedBytes + MULTIPART_OVERHEAD_BYTES, limits);
    const { archive, fields } = await readForm(bytes, contentType);
    if (archive.length > limits.uploadPackedBytes) throw tooLarge(limits);
    return { skills: byName(await unpackSkills(archive, limits), limits), fields };
  }
  if (!rawTypes.has(mediaType)) {
    throw new Refusal(
      "ARCHIVE_UNSUPPORTED",
      "Send the archive as application/gzip, application/zip or multipart/form-data.",
    );
  }
  const archive = await receive(body, limits.uploadPackedBytes, limits);
  return { skills: byName(await unpackSkills(archive, limits), limits), fields: {} };
}

function tooLarge(limits: Limits): Refusal {
  return new Refusal("ARCHIVE_TOO_LARGE", `The archive is larger than ${limits.uploadPackedBytes} bytes.`);
}

async function receive(
  body: ReadableStream<Uint8Array> | Uint8Array,
  maxBytes: number,
  limits: Limits,
): Promise<Uint8Array> {
  if (body instanceof Uint8Array) {
    if (body.length > maxBytes) throw tooLarge(limits);
    return body;
  }
  return readInTime(body, {
    maxBytes,
    limitMs: limits.uploadMs,
    tooLarge: () => tooLarge(limits),
    tooLate: () => new Refusal("UPLOAD_TIMEOUT"),
  });
}

async function readForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ archive: Uint8Array; fields: Record<string, string> }> {
  const form = await new Response(bytes, { headers: { "content-type": contentType } })
    .formData()
    .catch(() => {
      throw new Refusal("UPLOAD_INVALID", "The multipart body is damaged.");
    });
  const fields: Record<string, string> = Object.create(null);
  const archives: Blob[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else if (name === "archive") archives.push(value);
  }
  const [archive, ...others] = archives;
  if (archive === undefined || others.length > 0) {
    throw new Refusal(
      "UPLOAD_INVALID",
      "The multipart body must contain exactly one file, in the field `archive`.",
    );
  }
  return { archive: new Uint8Array(await archive.arrayBuffer()), fields };
}

/** An upload is identified by (owner, name), so that a wrapper folder does not make it another skill. */
function byName(skills: readonly CollectedSkill[], limits: Limits): CollectedSkill[] {
  const named = skills.map((skill) => {
    const bytes = skill.files.find(({ path }) => path === MANIFEST_NAME)?.bytes ?? new Uint8Array(0);
    const { manifest } = parseManifest(bytes, skill.folder, limits);
    return { ...skill, path: manifest?.name ?? skill.folder ?? "" };
  });
  const names = new Set(named.map(({ path }) => path));
  if (names.size !== named.length) {
    throw new Refusal(
      "PATH_DUPLICATE",
      "Two skills in the archive have the same name. Rename one, or upload them separately.",
    );
  }
  return named;
}

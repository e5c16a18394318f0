/**
 * The rendered view of a content for pages, created once at publication and stored beside its archives as
 * `content/<digest>/rendered.json`. A page then reads one object, without unpacking an archive or rendering Markdown.
 * Can be rebuilt from the archive.
 */
import { z } from "zod";
import { decodeText } from "../../domain/decode-text.ts";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { archiveBucket } from "../platform/bucket.ts";
import { renderMarkdown } from "./markdown-render.ts";

const viewSchema = z.object({
  /** Raised whenever the rendering changes, so that older views are created again. */
  format: z.literal(1),
  /** Null when SKILL.md is too long to render; pages then show its source. */
  html: z.string().nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.number(),
      /** Null when the file is binary or too long to show. */
      text: z.string().nullable(),
      why: z.enum(["", "binary", "long"]),
    }),
  ),
});
export type SkillView = z.infer<typeof viewSchema>;

const LONGEST_FILE_BYTES = 128 * 1024;
/** All texts together, so that the object stays quick to read. */
const LONGEST_VIEW_BYTES = 2 * 1024 * 1024;

const viewKey = (digest: string): string => `content/${digest}/rendered.json`;

/** Creates and stores the view. Idempotent: the same files give the same view. */
export async function storeSkillView(digest: string, files: readonly SkillFile[]): Promise<void> {
  const json = JSON.stringify(makeSkillView(files));
  const httpMetadata = { contentType: "application/json" };
  await archiveBucket().put(viewKey(digest), json, { httpMetadata });
}

/** The stored view, or null when none exists in the current format. */
export async function getSkillView(digest: string): Promise<SkillView | null> {
  const object = await archiveBucket().get(viewKey(digest));
  if (object === null) return null;
  const parsed = viewSchema.safeParse(await object.json());
  return parsed.success ? parsed.data : null;
}

export function makeSkillView(files: readonly SkillFile[]): SkillView {
  let left = LONGEST_VIEW_BYTES;
  const shown = files.map(({ path, bytes }) => {
    const size = bytes.byteLength;
    if (size > LONGEST_FILE_BYTES || size > left) return { path, size, text: null, why: "long" as const };
    const text = decodeText(bytes);
    if (text === null) return { path, size, text, why: "binary" as const };
    left -= size;
    return { path, size, text, why: "" as const };
  });
  const skillMd = files.find(({ path }) => path === MANIFEST_NAME);
  const source = skillMd === undefined ? null : decodeText(skillMd.bytes);
  return { format: 1, html: source === null ? null : renderMarkdown(source), files: shown };
}

/** `/skills/{…}/files`: the files of a version, exactly as scanned and installed. */
import { Hono } from "hono";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { problem } from "../../domain/problem.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { loadSkillContent } from "../../lib/contents/archive-store.ts";
import { getSkillView, makeSkillView } from "../../lib/contents/skill-view-store.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { FileText, FileTree, type ShownFile } from "../parts/file-view.tsx";
import { skillInPath } from "./skill.tsx";

export const skillFilesPage = new Hono<AppEnv>();

/** From the stored view; versions older than views are unpacked. */
export async function shownFiles(digest: string): Promise<readonly ShownFile[] | null> {
  const view = await getSkillView(digest);
  if (view !== null) return view.files;
  const files = await loadSkillContent(digest);
  return files === null ? null : makeSkillView(files).files;
}

skillFilesPage.get("/skills/:owner/:repo/:skill/files", async (c) => {
  const found = await skillInPath(c);
  if (found instanceof Response) return found;
  const { skill, version } = found;
  const files = await shownFiles(version.digest);
  const path = c.req.query("path") ?? MANIFEST_NAME;
  const file = files?.find((entry) => entry.path === path);
  if (files === null || file === undefined)
    return sendProblemPage(c, problem("NOT_FOUND", `This version has no file ${path}.`));
  const address = `/skills/${skill.slug}/files?version=${version.version}`;
  return sendPage(
    c,
    {
      title: `${path} · ${skill.name} ${version.version}`,
      description: `${path} of ${skill.slug} ${version.version}, exactly as scanned.`,
      noIndex: true,
    },
    <div class="wrap stack">
      <p class="small">
        <a href={`/skills/${skill.slug}`}>{skill.slug}</a> <span class="muted num">{version.version}</span>
      </p>
      <h1>{path}</h1>
      <div class="with-side side-first">
        <FileTree files={files} chosen={path} href={(to) => `${address}&path=${encodeURIComponent(to)}`} />
        <FileText file={file} />
      </div>
    </div>,
  );
});

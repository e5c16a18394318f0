/** `/skills/{…}/diff`: the changes between two versions, file by file. */
import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import { type FileChange, summariseChanges } from "../../domain/version-diff.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readVersionChanges } from "../../lib/contents/version-changes.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { Code } from "../parts/scrolling.tsx";
import { Visible } from "../parts/visible.tsx";
import { skillInPath } from "./skill.tsx";
import { CompareForm } from "./versions.tsx";

export const skillDiffPage = new Hono<AppEnv>();

skillDiffPage.get("/skills/:owner/:repo/:skill/diff", async (c) => {
  const found = await skillInPath(c);
  if (found instanceof Response) return found;
  const { skill } = found;
  const [from, to] = [c.req.query("from"), c.req.query("to")].map((wanted) =>
    skill.versions.find(({ version }) => version === wanted),
  );
  if (from === undefined || to === undefined)
    return sendProblemPage(c, problem("NOT_FOUND", "Choose two versions of this skill to compare."));
  const changes = await readVersionChanges(from.digest, to.digest);
  if (changes === null)
    return sendProblemPage(
      c,
      problem("UNAVAILABLE", "The files of these versions are temporarily unavailable."),
    );
  const title = `${skill.name}: ${from.version} to ${to.version}`;
  return sendPage(
    c,
    { title, description: summariseChanges(changes), noIndex: true },
    <div class="wrap stack">
      <p class="small">
        <a href={`/skills/${skill.slug}`}>{skill.slug}</a>
      </p>
      <h1>{title}</h1>
      <CompareForm
        slug={skill.slug}
        versions={skill.versions.map(({ version }) => version)}
        from={from.version}
        to={to.version}
      />
      <p class="muted">{summariseChanges(changes)}</p>
      {changes.map((change) => (
        <Change change={change} />
      ))}
    </div>,
  );
});

function Change({ change: { filename, status, additions, deletions, patch, note } }: { change: FileChange }) {
  return (
    <section class="stack">
      <h2 class="text-lg">
        {filename} <span class="small muted">{status}</span>{" "}
        {patch === null ? null : (
          <span class="small num">
            <span class="good">{`+${additions}`}</span> <span class="bad">{`−${deletions}`}</span>
          </span>
        )}
      </h2>
      {patch === null ? (
        <p class="notice small">{note}</p>
      ) : (
        <Code label={`Diff of ${filename}`} kind="diff">
          {bodyOf(patch).map((line) => (
            <span class={classOf(line)}>
              <Visible text={line} />
            </span>
          ))}
        </Code>
      )}
    </section>
  );
}

/** Without the lines that name the files, because the heading does. */
function bodyOf(patch: string): string[] {
  const lines = patch.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return first === -1 ? [] : lines.slice(first);
}

function classOf(line: string): string {
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "del" : "same";
}

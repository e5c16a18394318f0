/** One skill as HTML: description, install commands, SKILL.md, security, versions, files, source. */
import { raw } from "hono/html";
import { fileSize } from "../../domain/file-size.ts";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { FILE_SCHEME } from "../../lib/contents/markdown-render.ts";
import { Capabilities, Findings, UnreadFiles } from "../parts/findings.tsx";
import { categoryLabel, count } from "../parts/format.tsx";
import { DegradedNotice } from "../parts/notices.tsx";
import { TrustBadges } from "../parts/trust-badges.tsx";
import { Visible } from "../parts/visible.tsx";
import { InstallTabs } from "./install.tsx";
import type { LoadedSkill } from "./skill.tsx";
import { Source } from "./source.tsx";
import { TrustReasons } from "./trust.tsx";
import { VersionList } from "./versions.tsx";

interface Props {
  readonly loaded: LoadedSkill;
  readonly origin: string;
}

export function SkillPage({ loaded, origin }: Props) {
  return (
    <div class="wrap stack-lg">
      {loaded.degraded && <DegradedNotice />}
      <Header loaded={loaded} />
      <div class="with-side">
        <div class="stack-lg">
          <InstallTabs {...loaded} origin={origin} />
          <Readme loaded={loaded} />
          <Security loaded={loaded} />
          <VersionList loaded={loaded} />
        </div>
        <aside class="stack" aria-label="About this skill">
          <TrustReasons loaded={loaded} />
          <Files loaded={loaded} />
          <Source loaded={loaded} origin={origin} />
        </aside>
      </div>
    </div>
  );
}

function Header({ loaded: { skill, version, publisherVerified } }: { loaded: LoadedSkill }) {
  return (
    <header class="stack">
      <p class="small">
        <a href={`/publishers/${skill.owner}`}>{skill.owner}</a>
        <span class="muted">{` / ${skill.repo} /`}</span>
      </p>
      <div class="row">
        <h1>{skill.name}</h1>
        <TrustBadges trust={{ ...version, publisherVerified }} />
        <span class="muted num">{`v${version.version}`}</span>
      </div>
      <p class="lead">
        <Visible text={skill.description} />
      </p>
      <p class="row">
        <a class="chip" href={`/skills?category=${encodeURIComponent(skill.category)}`}>
          {categoryLabel(skill.category)}
        </a>
        {skill.tags.map((tag) => (
          <a class="chip" href={`/skills?q=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        ))}
        {skill.installs > 0 && <span class="small muted">{count(skill.installs, "install")}</span>}
      </p>
      {version.version !== skill.version && (
        <p class="notice notice-wait small">
          This is not the latest version.{" "}
          {skill.version === null ? (
            "No installable version."
          ) : (
            <a href={`/skills/${skill.slug}`}>{`See ${skill.version}`}</a>
          )}
        </p>
      )}
      {version.yanked !== null && (
        <p class="notice notice-bad small">
          <strong>Yanked: </strong>
          <Visible text={version.yanked} /> No longer offered, but still installable by exact version.
        </p>
      )}
    </header>
  );
}

function Readme({ loaded: { skill, version, view } }: { loaded: LoadedSkill }) {
  const files = `/skills/${skill.slug}/files?version=${version.version}&path=`;
  const source = `${files}${MANIFEST_NAME}`;
  return (
    <section class="stack" aria-labelledby="readme">
      <div class="spread">
        <h2 id="readme">SKILL.md</h2>
        <a class="small" href={source}>
          Source
        </a>
      </div>
      {view?.html == null ? (
        <p class="notice small">
          No preview available. <a href={source}>View the source</a>.
        </p>
      ) : (
        <div class="card prose">
          {raw(view.html.replaceAll(`href="${FILE_SCHEME}`, `href="${files.replace("&", "&amp;")}`))}
        </div>
      )}
    </section>
  );
}

function Security({ loaded: { skill, version, report, suppressions, degraded } }: { loaded: LoadedSkill }) {
  const fileLink = (path: string, line: number) =>
    version.files.some((file) => file.path === path)
      ? `/skills/${skill.slug}/files?version=${version.version}&path=${encodeURIComponent(path)}#L${line}`
      : null;
  return (
    <section class="stack" aria-labelledby="security">
      <h2 id="security">Security</h2>
      {report === null ? (
        <p class="notice notice-wait small">
          {degraded
            ? "The report is temporarily unavailable."
            : "The full report of this version is no longer stored."}
        </p>
      ) : (
        <>
          <div class="card stack">
            <h3>Permissions</h3>
            <Capabilities report={report} />
          </div>
          <Findings report={report} fileLink={fileLink} suppressions={suppressions} />
          <UnreadFiles report={report} />
        </>
      )}
    </section>
  );
}

/** The file viewer lists all of them. */
const FILES_SHOWN = 20;

function Files({ loaded: { skill, version } }: { loaded: LoadedSkill }) {
  const viewer = `/skills/${skill.slug}/files?version=${version.version}`;
  return (
    <section class="card stack" aria-labelledby="files">
      <h2 id="files" class="text-lg">
        Files
      </h2>
      <ul class="small file-tree">
        {version.files.slice(0, FILES_SHOWN).map(({ path, size }) => (
          <li class="spread">
            <a href={`${viewer}&path=${encodeURIComponent(path)}`}>{path}</a>
            <span class="tiny muted num">{fileSize(size)}</span>
          </li>
        ))}
      </ul>
      {version.files.length > FILES_SHOWN && (
        <a class="small" href={viewer}>{`All ${version.files.length} files`}</a>
      )}
    </section>
  );
}

/** The origin of a skill: source, commit, repository health, licence, README badge. */
import type { Child } from "hono/jsx";
import { isFetched } from "../../domain/trust.ts";
import { Copyable } from "../parts/copyable.tsx";
import { Digest, When } from "../parts/format.tsx";
import { Visible } from "../parts/visible.tsx";
import type { LoadedSkill } from "./skill.tsx";

const HEALTH: Readonly<Record<string, string>> = {
  ONLINE: "active",
  STALE: "active, no recent changes",
  ARCHIVED: "archived by its owner",
  MOVED: "moved",
  OFFLINE: "unavailable (published versions remain)",
  UNKNOWN: "not checked yet",
};

export function Source({ loaded, origin }: { loaded: LoadedSkill; origin: string }) {
  const { skill, version, degraded } = loaded;
  const fromWeb = isFetched(skill.repoUrl);
  return (
    <section class="card stack" aria-labelledby="source">
      <h2 id="source" class="text-lg">
        Source
      </h2>
      <dl class="facts">
        <Fact name="Source">{fromWeb ? <SourceLink url={skill.repoUrl} /> : "uploaded archive"}</Fact>
        {version.commit !== null && (
          <Fact name="Commit">
            <Digest value={version.commit} />
          </Fact>
        )}
        {fromWeb && !degraded && (
          <Fact name="Repository">
            <Health health={loaded.health} />
          </Fact>
        )}
        <Fact name="Licence">
          {skill.license === null ? "No licence specified" : <Visible text={skill.license} />}
        </Fact>
        <Fact name="First published">
          <When at={skill.createdAt} />
        </Fact>
      </dl>
      <ReadmeBadge slug={skill.slug} origin={origin} />
      <p class="small">
        <a href={`/skills/${skill.slug}/report`}>Report a problem</a>
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: Child }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function SourceLink({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow ugc noopener">
      {url.replace(/^https?:\/\//, "")}
    </a>
  );
}

function Health({ health }: { health: LoadedSkill["health"] }) {
  return (
    <>
      {HEALTH[health?.status ?? "UNKNOWN"]}
      {health !== null && (
        <span class="muted">
          {" "}
          (<When at={health.checkedAt} />)
        </span>
      )}
    </>
  );
}

function ReadmeBadge({ slug, origin }: { slug: string; origin: string }) {
  const image = `${origin}/api/v1/skills/${slug}/badge`;
  return (
    <details>
      <summary class="small">README badge</summary>
      <div class="mt-2">
        <Copyable label="Markdown of the badge" text={`[![vskill](${image})](${origin}/skills/${slug})`} />
      </div>
    </details>
  );
}

/** The versions of a skill, and the choice of two to compare. */

import { Digest, When } from "../parts/format.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { TrustBadges } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { LoadedSkill } from "./skill.tsx";

export function VersionList({ loaded: { skill } }: { loaded: LoadedSkill }) {
  return (
    <section class="stack" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <Scrolling label="Table of versions">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Trust</th>
              <th scope="col">Score</th>
              <th scope="col">Published</th>
              <th scope="col">Digest</th>
            </tr>
          </thead>
          <tbody>
            {skill.versions.map((entry) => (
              <tr>
                <td>
                  <a href={`/skills/${skill.slug}@${entry.version}`}>{entry.version}</a>
                  {entry.yanked !== null && (
                    <p class="tiny bad">
                      yanked: <Visible text={entry.yanked} />
                    </p>
                  )}
                </td>
                <td>
                  <TrustBadges trust={entry} />
                </td>
                <td class="num">{entry.score}</td>
                <td>
                  <When at={entry.publishedAt} />
                </td>
                <td>
                  <Digest value={entry.digest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {skill.versions.length > 1 && (
        <CompareForm
          slug={skill.slug}
          versions={skill.versions.map(({ version }) => version)}
          from={skill.versions[1]?.version ?? ""}
          to={skill.versions[0]?.version ?? ""}
        />
      )}
    </section>
  );
}

interface CompareProps {
  readonly slug: string;
  readonly versions: readonly string[];
  readonly from: string;
  readonly to: string;
}

export function CompareForm({ slug, versions, from, to }: CompareProps) {
  return (
    <form class="row" action={`/skills/${slug}/diff`} method="get">
      <VersionSelect name="from" label="Compare" versions={versions} chosen={from} />
      <VersionSelect name="to" label="with" versions={versions} chosen={to} />
      <button class="btn" type="submit">
        Show the difference
      </button>
    </form>
  );
}

function VersionSelect(props: { name: string; label: string; versions: readonly string[]; chosen: string }) {
  return (
    <label class="row small">
      {props.label}
      <select class="input w-auto" name={props.name}>
        {props.versions.map((version) => (
          <option value={version} selected={version === props.chosen}>
            {version}
          </option>
        ))}
      </select>
    </label>
  );
}

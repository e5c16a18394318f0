/** The versions of a skill, and a form to compare two of them. */
import { trustMarksOf } from "../../domain/trust.ts";
import { Digest, When } from "../parts/format.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { MarkBadge } from "../parts/trust-badges.tsx";
import { Visible } from "../parts/visible.tsx";
import type { LoadedSkill } from "./skill.tsx";

type Version = LoadedSkill["skill"]["versions"][number];

const columnsOf = (slug: string): readonly Column<Version>[] => [
  { heading: "Version", cell: (entry) => <VersionCell slug={slug} entry={entry} /> },
  { heading: "Scan", cell: (entry) => <MarkBadge mark={trustMarksOf(entry).content} /> },
  { heading: "Score", numeric: true, cell: ({ score }) => score },
  { heading: "Published", cell: ({ publishedAt }) => <When at={publishedAt} /> },
  { heading: "Digest", cell: ({ digest }) => <Digest value={digest} /> },
];

function VersionCell({ slug, entry: { version, yanked } }: { slug: string; entry: Version }) {
  return (
    <>
      <a href={`/skills/${slug}@${version}`}>{version}</a>
      {yanked !== null && (
        <p class="tiny bad">
          yanked: <Visible text={yanked} />
        </p>
      )}
    </>
  );
}

export function VersionList({ loaded: { skill } }: { loaded: LoadedSkill }) {
  return (
    <section class="stack" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <Table label="Table of versions" columns={columnsOf(skill.slug)} rows={skill.versions} />
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
      <VersionSelect name="from" label="From" versions={versions} chosen={from} />
      <VersionSelect name="to" label="to" versions={versions} chosen={to} />
      <button class="btn" type="submit">
        Compare
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

/** A skill in a list. */
import { categoryLabel, count, When } from "./format.tsx";
import { ListBadges } from "./trust-badges.tsx";
import { Visible } from "./visible.tsx";

export interface CardSkill {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly certTier: string | null;
  readonly trustTier: string | null;
  /** Absent while the database, which knows it, is down. */
  readonly publisherVerified?: boolean;
  readonly version: string | null;
  readonly category?: string;
  readonly installs?: number;
  readonly updatedAt: number | string | null;
}

export function SkillCard({ skill, note }: { skill: CardSkill; note?: string }) {
  return (
    <article class="card skill-card">
      <div class="row">
        <ListBadges trust={skill} />
        {skill.category !== undefined && <span class="tiny muted">{categoryLabel(skill.category)}</span>}
      </div>
      <h3>
        <a href={`/skills/${skill.slug}`}>{skill.name}</a>
      </h3>
      <p>
        <Visible text={skill.description} />
      </p>
      <footer>
        <span>{skill.slug.split("/").slice(0, 2).join("/")}</span>
        {skill.version !== null && <span class="num">{`v${skill.version}`}</span>}
        {skill.installs !== undefined && skill.installs > 0 && (
          <span>{count(skill.installs, "install")}</span>
        )}
        {note !== undefined && <span>{note}</span>}
        {skill.updatedAt !== null && <When at={skill.updatedAt} />}
      </footer>
    </article>
  );
}

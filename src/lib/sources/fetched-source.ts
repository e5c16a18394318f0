/** What the ways in give out: skills with their files, or only their names. */
import type { SourceRef } from "../../domain/source-ref.ts";
import type { CollectedSkill } from "./collect-skills.ts";
import type { ListedSkill } from "./list-skills.ts";

interface ReadSource {
  /** The commit that was read; null for a site, which has none. */
  readonly commit: string | null;
  /** The source in its present name: a renamed repository, a branch with slashes told from its folder. */
  readonly ref: SourceRef;
}

export interface FetchedSource extends ReadSource {
  readonly skills: readonly CollectedSkill[];
}

export interface DiscoveredSource extends ReadSource {
  readonly skills: readonly ListedSkill[];
}

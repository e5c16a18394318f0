/** The results of reading a source: skills with their files, or only their names. */
import type { SourceRef } from "../../domain/source-ref.ts";
import type { CollectedSkill } from "./collect-skills.ts";
import type { ListedSkill } from "./list-skills.ts";

interface ReadSource {
  /** The commit that was read; null for a site, which has none. */
  readonly commit: string | null;
  /** The source under its current name: renames resolved, and branch and folder separated. */
  readonly ref: SourceRef;
}

export interface FetchedSource extends ReadSource {
  readonly skills: readonly CollectedSkill[];
}

export interface DiscoveredSource extends ReadSource {
  readonly skills: readonly ListedSkill[];
}

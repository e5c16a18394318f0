/** Everything the rules may look at, made once for each skill. */

import type { Artefact } from "./artefact.ts";
import type { Facts } from "./code/facts.ts";
import type { Block } from "./document/block.ts";
import type { Declared } from "./document/front-matter.ts";
import type { RegistryContext } from "./registry.ts";
import type { NotLookedAt } from "./report.ts";

export interface Skill {
  readonly artefacts: readonly Artefact[];
  readonly blocks: readonly Block[];
  readonly declared: Declared;
  /** Paths of the skill's own files, for what a script refers to. */
  readonly paths: ReadonlySet<string>;
  /** Facts of the code; empty at static depth. */
  readonly facts: Facts;
  readonly registry: RegistryContext;
  /** Content digest as the caller identifies the skill. */
  readonly digest: string;
  /** What a reader leaves unread is named here. */
  readonly notLookedAt: NotLookedAt[];
}

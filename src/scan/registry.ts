import type { SkillFile } from "../domain/skill-file.ts";

/** What the registry knows and the engine may use: handed in, never looked up. */
export interface RegistryContext {
  /** Content digests that were taken down as malicious. */
  readonly knownBadDigests?: readonly string[];
  /** Hosts seen in malicious skills. */
  readonly knownBadHosts?: readonly string[];
  /** Names of published skills of other publishers, for look-alike names. */
  readonly otherNames?: readonly string[];
  /**
   * Earlier skills of other publishers that may be what this one was copied from, and this one as it is published; how
   * alike they are the engine measures itself.
   */
  readonly resembling?: readonly PublishedSkill[];
}

export interface PublishedSkill {
  readonly slug: string;
  /** The same publisher's: it says what was looked at before, and nothing is a copy of it. */
  readonly own?: boolean;
  readonly files: readonly SkillFile[];
}

/** One file of a skill as it was fetched: the unit that is digested, scanned, served and installed. */
export interface SkillFile {
  /** Relative to the skill's folder, forward slashes, no leading slash. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** False when the source has no such bit. */
  readonly executable: boolean;
}

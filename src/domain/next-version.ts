/** Chooses the version of new content. Pure. */
import semver from "semver";

const FIRST_VERSION = "1.0.0";

export type VersionChoice =
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "not-newer"; readonly latest: string };

/**
 * `declared` is the version in the front matter or in the request (already valid semver), or null. `taken` are all
 * versions ever used for this skill, including yanked ones: a version belongs to one content permanently.
 */
export function chooseVersion(declared: string | null, taken: readonly string[]): VersionChoice {
  const latest = semver.rsort([...taken])[0];
  if (latest === undefined) return { kind: "version", version: declared ?? FIRST_VERSION };
  if (declared === null) return { kind: "version", version: semver.inc(latest, "patch") ?? FIRST_VERSION };
  return semver.gt(declared, latest) ? { kind: "version", version: declared } : { kind: "not-newer", latest };
}

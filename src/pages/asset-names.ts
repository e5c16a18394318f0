/** Paths of the built style sheet and scripts. The build defines the hashed names (cli/embedded/build.ts); tests have none. */
declare const ASSET_NAMES: Readonly<Record<string, string>> | undefined;

export function assetPath(name: "app.css" | "app.js" | "submit.js"): string {
  const names = typeof ASSET_NAMES === "undefined" ? {} : ASSET_NAMES;
  return `/assets/${names[name] ?? name}`;
}

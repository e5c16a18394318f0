/** Where the built style sheet and islands are. The build defines the names (cli/embedded/build.ts); tests have none. */
declare const ASSET_NAMES: Readonly<Record<string, string>> | undefined;

export function assetPath(name: "app.css" | "app.js" | "submit.js"): string {
  const names = typeof ASSET_NAMES === "undefined" ? {} : ASSET_NAMES;
  return `/assets/${names[name] ?? name}`;
}

/**
 * `npm run build`: the production bundle that `npm start` builds as well, and dist/cli.mjs for the package: Node
 * does not run TypeScript inside node_modules, so an installed command line must be JavaScript.
 */
import path from "node:path";
import { build } from "esbuild";
import { ensureBuild } from "../cli/embedded/build.ts";
import { describeSize, measureBundle } from "../cli/embedded/bundle-size.ts";
import { projectRoot } from "../cli/embedded/project.ts";

const { dir, made } = await ensureBuild();
console.log(`${path.relative(projectRoot, dir)} ${made ? "built" : "is up to date"}`);
console.log(describeSize(measureBundle(dir)));

/** CommonJS libraries load Node's own modules with `require`, which an ES module does not have. */
const requireForCommonJs =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

await build({
  entryPoints: [path.join(projectRoot, "cli", "vskill.ts")],
  outfile: path.join(projectRoot, "dist", "cli.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // An installed package has miniflare as its one dependency and never loads the build tools (docs/adr/0004).
  external: ["miniflare", "wrangler", "esbuild", "@tailwindcss/node", "@tailwindcss/oxide"],
  banner: { js: requireForCommonJs },
  logLevel: "warning",
});
console.log("dist/cli.mjs built");

/**
 * `npm run build`: the production bundle, as `npm start` makes it for itself, and dist/cli.mjs for the package: Node
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

await build({
  entryPoints: [path.join(projectRoot, "cli", "vskill.ts")],
  outfile: path.join(projectRoot, "dist", "cli.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  packages: "external",
  logLevel: "warning",
});
console.log("dist/cli.mjs built");

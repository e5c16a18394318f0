/**
 * `npm run deploy [-- --dry-run]`: deploys the same bundle to Cloudflare. A dry run builds and checks, offline. A real run
 * migrates the remote database first, so that new code never meets an old schema.
 */
import { runCommand } from "../command.ts";
import { assetDefine, ensureBuild, runWrangler } from "../embedded/build.ts";
import { describeSize, measureBundle } from "../embedded/bundle-size.ts";
import { EXIT, StartFailure } from "../embedded/failure.ts";

const DATABASE = "vskill-ledger";

function main(argv: readonly string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["npm run deploy [-- --dry-run]"],
    description:
      "Applies migrations/ to the remote database, then deploys. The first deploy creates the resources that\n" +
      "wrangler.jsonc names, and migrates afterwards. Needs CLOUDFLARE_API_TOKEN or `npx wrangler login`.",
    options: { "dry-run": { help: "build and check only; needs no network and no account" } },
    examples: ["npm run deploy -- --dry-run"],
    family: "server",
    run: async ({ values, print, result }) => {
      const { dir, assetNames } = await ensureBuild();
      const size = measureBundle(dir);
      result(size);
      print(describeSize(size));
      if (!size.withinLimit) return 1;
      if (values["dry-run"]) {
        print("dry run: nothing was uploaded");
        return EXIT.ok;
      }
      const upload = () => runWrangler(["deploy", ...assetDefine(assetNames)], "inherit");
      return (await databaseExists()) ? inOrder([migrate, upload]) : inOrder([upload, migrate]);
    },
  });
}

/** Before the first deploy there is no database: the upload creates it, and /healthz returns 503 until it is migrated. */
async function databaseExists(): Promise<boolean> {
  const { code, output } = await runWrangler(["d1", "info", DATABASE, "--json"]);
  if (code === 0) return true;
  if (/Couldn't find a.* D1 DB/.test(output)) return false;
  throw new StartFailure(EXIT.internal, output.trim());
}

const migrate = () => runWrangler(["d1", "migrations", "apply", DATABASE, "--remote"], "inherit");

async function inOrder(steps: readonly (() => Promise<{ code: number }>)[]): Promise<number> {
  for (const step of steps) {
    const { code } = await step();
    if (code !== 0) return code;
  }
  return EXIT.ok;
}

process.exitCode = await main(process.argv.slice(2));

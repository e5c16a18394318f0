/**
 * `npm run deploy [-- --dry-run]`: the same bundle to Cloudflare. A dry run builds and checks, offline. A real run
 * migrates the remote ledger first, so that new code never meets an old schema.
 */
import { assetDefine, ensureBuild, runWrangler } from "../embedded/build.ts";
import { describeSize, measureBundle } from "../embedded/bundle-size.ts";
import { EXIT, StartFailure } from "../embedded/failure.ts";

const DATABASE = "vskill-ledger";

const help = `usage: npm run deploy [-- --dry-run]

  --dry-run   build and check only; needs no network and no account
  --help      this text

Without --dry-run: applies migrations/ to the remote ledger, then deploys. The first deploy provisions the
resources that wrangler.jsonc names, and migrates right after. Needs CLOUDFLARE_API_TOKEN or \`npx wrangler login\`.`;

async function deploy(argv: readonly string[]): Promise<number> {
  const unknown = argv.filter((arg) => arg !== "--dry-run" && arg !== "--help");
  if (unknown.length > 0 || argv.includes("--help")) {
    console.log(help);
    return unknown.length > 0 ? EXIT.usage : EXIT.ok;
  }
  const { dir, assetNames } = await ensureBuild();
  const size = measureBundle(dir);
  console.log(describeSize(size));
  if (!size.withinLimit) return 1;
  if (argv.includes("--dry-run")) {
    console.log("dry run: nothing was uploaded");
    return EXIT.ok;
  }
  const upload = () => runWrangler(["deploy", ...assetDefine(assetNames)], "inherit");
  return (await ledgerExists()) ? inOrder([migrate, upload]) : inOrder([upload, migrate]);
}

/** At the very first deploy there is no ledger yet: the upload provisions it, and /healthz says 503 until it is migrated. */
async function ledgerExists(): Promise<boolean> {
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

try {
  process.exitCode = await deploy(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

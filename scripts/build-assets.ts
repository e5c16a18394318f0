/**
 * Builds the assets of pages: Tailwind's style sheet and the browser scripts, written to `public/assets/` under names that carry a
 * digest of their content. Returns the names, which the Worker's build embeds, so no generated file is a source.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** From the plain name to the name with the digest: `app.css` → `app.1f0c2a9b77.css`. */
export type AssetNames = Readonly<Record<string, string>>;

/** Old names stay this long: a server started from an earlier build still serves pages that name them. */
const KEEP_OLD_MS = 24 * 60 * 60 * 1000;

const BROWSER_SCRIPTS = ["app", "submit"] as const;

export async function buildAssets(root: string): Promise<AssetNames> {
  const draft = mkdtempSync(path.join(tmpdir(), "vskill-assets-"));
  try {
    await Promise.all([styleSheet(root, path.join(draft, "app.css")), browserScripts(root, draft)]);
    return moveIn(draft, path.join(root, "public", "assets"));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** esbuild and Tailwind are loaded only when they build: an installed package has neither them nor the sources. */
async function browserScripts(root: string, outdir: string): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: BROWSER_SCRIPTS.map((name) => path.join(root, "src", "client", `${name}.ts`)),
    outdir,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
}

async function styleSheet(root: string, output: string): Promise<void> {
  const [{ compile, optimize }, { Scanner }] = await Promise.all([
    import("@tailwindcss/node"),
    import("@tailwindcss/oxide"),
  ]);
  const input = path.join(root, "src", "styles", "app.css");
  const base = path.dirname(input);
  const { build, sources } = await compile(readFileSync(input, "utf8"), { base, onDependency() {} });
  const candidates = new Scanner({ sources }).scan();
  writeFileSync(output, optimize(build(candidates), { file: input, minify: true }).code);
}

function moveIn(draft: string, dir: string): AssetNames {
  mkdirSync(dir, { recursive: true });
  const names: Record<string, string> = {};
  for (const name of readdirSync(draft).sort()) {
    const contents = readFileSync(path.join(draft, name));
    const { name: stem, ext } = path.parse(name);
    const digest = createHash("sha256").update(contents).digest("hex").slice(0, 10);
    names[name] = `${stem}.${digest}${ext}`;
    writeFileSync(path.join(dir, `${stem}.${digest}${ext}`), contents);
  }
  removeOld(dir, new Set(Object.values(names)));
  return names;
}

function removeOld(dir: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name);
    if (!kept.has(name) && Date.now() - statSync(file).mtimeMs > KEEP_OLD_MS) rmSync(file, { force: true });
  }
}

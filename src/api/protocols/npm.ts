/** The npm registry protocol for published skills, and Claude Code's marketplace, which refers to it. */
import { type Context, Hono } from "hono";
import type { SkillDocument } from "../../domain/skill-document.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { sendJson } from "../../http/cached-response.ts";
import { sendNotFound } from "../../http/problem-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { listMarketplace } from "../../lib/catalogue/marketplace.ts";
import { findByPackageName, parsePackageName } from "../../lib/catalogue/short-name.ts";
import { serveArchive } from "../archive-response.ts";

export const npm = new Hono<AppEnv>();

npm.use("/npm/*", rateLimit("read"));
npm.get("/npm/:path{.+}", async (c) => {
  // npm encodes the slash of a scope as %2f.
  const path = decode(new URL(c.req.url).pathname.slice("/npm/".length));
  const tarball = /^(@[^/]+\/[^/]+)\/-\/([^/]+)\.tgz$/.exec(path);
  const packageName = tarball?.[1] ?? path;
  const name = parsePackageName(packageName);
  if (name === null) return sendNotFound(c);
  const found = await findByPackageName(name);
  if (found.kind !== "found") return sendNotFound(c);
  if (tarball === null) return sendJson(c, packumentOf(found.skill, packageName, publicOrigin(c)), found);
  return serveTarball(c, found, { packageName, prefix: `${name.name}-`, file: tarball[2] ?? "" });
});

function decode(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return "";
  }
}

interface TarballRequest {
  readonly packageName: string;
  readonly prefix: string;
  readonly file: string;
}

async function serveTarball(
  c: Context<AppEnv>,
  { skill, degraded }: { skill: SkillDocument; degraded: boolean },
  { packageName, prefix, file }: TarballRequest,
): Promise<Response> {
  const version = skill.versions.find(
    (entry) =>
      file === `${prefix}${entry.version}`.toLowerCase() && entry.forms.npm.packageName === packageName,
  );
  if (version === undefined) return sendNotFound(c);
  return serveArchive(c, { skill, version, format: "npm", source: "npm", degraded });
}

/** A yanked version stays installable by its exact version and is marked as deprecated, which npm shows. */
function packumentOf(skill: SkillDocument, packageName: string, origin: string) {
  const { name: short } = parsePackageName(packageName) ?? { name: "" };
  const packed = skill.versions.filter(({ forms: archives }) => archives.npm.packageName === packageName);
  const versions = packed.map(({ version, forms: archives, yanked }) => [
    version,
    {
      name: packageName,
      version,
      description: skill.description,
      ...(skill.license === null ? {} : { license: skill.license }),
      ...(yanked === null ? {} : { deprecated: `yanked: ${yanked}` }),
      dist: {
        tarball: `${origin}/npm/${packageName}/-/${short}-${version}.tgz`,
        integrity: archives.npm.integrity,
        shasum: archives.npm.shasum,
      },
    },
  ]);
  return {
    name: packageName,
    description: skill.description,
    "dist-tags": skill.version === null ? {} : { latest: skill.version },
    versions: Object.fromEntries(versions),
    time: Object.fromEntries(packed.map(({ version, publishedAt }) => [version, publishedAt])),
  };
}

npm.get("/marketplace.json", rateLimit("read"), async (c) => {
  const origin = publicOrigin(c);
  const plugins = (await listMarketplace()).map(({ name, description, version, packageName }) => ({
    name,
    description,
    version,
    source: { source: "npm", package: packageName, version, registry: `${origin}/npm/` },
  }));
  return sendJson(c, { name: "vskill", owner: { name: "vskill-platform" }, plugins });
});

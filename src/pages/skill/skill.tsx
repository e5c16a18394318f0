/** `/skills/{owner}/{repo}/{skill}`, optionally `@version`: one skill, or why it is not available. */
import { Hono } from "hono";
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
import type { Suppression } from "../../domain/suppression.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { isVerifiedVendor } from "../../lib/accounts/vendors.ts";
import { findPluginName } from "../../lib/catalogue/marketplace.ts";
import { getSkillView, type SkillView } from "../../lib/contents/skill-view-store.ts";
import { getRepoHealth, type RepoHealth } from "../../lib/repo-health-store.ts";
import { getOwnersReport } from "../../lib/scans/registry-findings-store.ts";
import { listSuppressionsOf } from "../../lib/scans/suppression-store.ts";
import { getSkill, resolveAlias } from "../../lib/skills/skill-store.ts";
import type { ScanReport } from "../../scan/report.ts";
import { optional } from "../optional.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { sendGonePage } from "./gone.tsx";
import { SkillPage } from "./view.tsx";

export const skillPage = new Hono<AppEnv>();

export interface LoadedSkill {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
  readonly degraded: boolean;
  /** Null while the database is unavailable, and when this engine has no report for this content. */
  readonly report: ScanReport | null;
  /** Those in force for this content. */
  readonly suppressions: readonly Suppression[];
  readonly view: SkillView | null;
  readonly health: RepoHealth | null;
  /** Null when the database is unavailable. */
  readonly publisherVerified: boolean | null;
  /** Null when marketplace.json does not hold the skill, and when the database is unavailable. */
  readonly pluginName: string | null;
}

/** The skill and version in the path, or the response that explains why there is none. */
export async function skillInPath(
  c: PageContext,
): Promise<Pick<LoadedSkill, "skill" | "version" | "degraded"> | Response> {
  const { owner = "", repo = "", skill: last = "" } = c.req.param();
  const [name = "", requested = c.req.query("version")] = last.split("@");
  const slug = `${owner}/${repo}/${name}`.toLowerCase();
  const { skill, degraded } = await getSkill(slug);
  if (skill === null) {
    const moved = await resolveAlias(slug);
    if (moved !== null && moved !== slug) return c.redirect(movedTo(c, moved), 301);
    return sendGonePage(c, slug);
  }
  const wanted = requested ?? skill.version;
  const version =
    skill.versions.find((entry) => entry.version === wanted) ??
    (requested === undefined ? skill.versions[0] : undefined);
  if (version === undefined) return sendGonePage(c, slug, requested);
  return { skill, version, degraded };
}

/** The same page under the new slug, with version, view and query. */
function movedTo(c: PageContext, slug: string): string {
  const [, , , , last = "", ...view] = c.req.path.split("/");
  const version = last.includes("@") ? last.slice(last.indexOf("@")) : "";
  return `${["/skills", slug + version, ...view].join("/")}${new URL(c.req.url).search}`;
}

skillPage.get("/skills/:owner/:repo/:skill", async (c) => {
  const found = await skillInPath(c);
  if (found instanceof Response) return found;
  const { skill, version } = found;
  const [report, suppressions, view, health, publisherVerified, pluginName] = await Promise.all([
    optional("report", getOwnersReport(skill.owner, version.digest, version.engine)),
    optional("suppressions", listSuppressionsOf(version.digest, Date.now())),
    getSkillView(version.digest),
    optional("health", getRepoHealth(skill.repoUrl)),
    optional("publisher", isVerifiedVendor(skill.owner)),
    optional("plugin", findPluginName(skill.slug)),
  ]);
  const loaded: LoadedSkill = {
    ...found,
    report,
    suppressions: suppressions ?? [],
    view,
    health,
    publisherVerified,
    pluginName,
  };
  const origin = publicOrigin(c);
  return sendPage(
    c,
    {
      title: `${skill.name} by ${skill.owner}`,
      description: skill.description,
      canonical: `/skills/${skill.slug}`,
      noIndex: version.version !== skill.version,
      jsonLd: jsonLdOf(loaded, origin),
      ...(found.degraded ? { cache: "never" as const } : {}),
    },
    <SkillPage loaded={loaded} origin={origin} />,
  );
});

function jsonLdOf({ skill, version }: LoadedSkill, origin: string): Record<string, unknown> {
  return {
    "@type": "SoftwareApplication",
    name: skill.name,
    description: skill.description,
    applicationCategory: skill.category,
    operatingSystem: "Any",
    softwareVersion: version.version,
    datePublished: skill.createdAt,
    dateModified: version.publishedAt,
    license: skill.license ?? undefined,
    author: { "@type": "Organization", name: skill.owner, url: `${origin}/publishers/${skill.owner}` },
    url: `${origin}/skills/${skill.slug}`,
    offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
  };
}

/** `clawhub skill verify`: the verdict on one version and its evidence. Needs the database. */
import { Hono } from "hono";
import { hasProvenance, isCertified } from "../../../domain/trust.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { NO_STORE, sendJson } from "../../../http/cached-response.ts";
import { sendNotFound } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { shortNameOf } from "../../../lib/catalogue/short-name.ts";
import { getSecurity } from "../../../lib/skills/skill-security.ts";
import { clawhubSkill, requestedVersion } from "./view.ts";

export const clawhubVerify = new Hono<AppEnv>();

clawhubVerify.get("/clawhub/api/v1/skills/:slug/verify", async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const requested = requestedVersion(c, found.skill);
  if (requested === null) return sendNotFound(c);
  const { version, resolvedFrom, tag } = requested;
  const security = await getSecurity(found.skill.owner, version, Date.now());
  // Fails closed: a pending scan is not a pass.
  const passed = security.overallVerdict === "PASS" || isCertified(security.overallVerdict);
  const origin = publicOrigin(c);
  const { owner, name } = shortNameOf(found.skill);
  const body = {
    schema: "clawhub.skill.verify.v1",
    ok: passed,
    decision: passed ? "pass" : "fail",
    reasons: passed ? [] : [version.tainted ?? `The verdict is ${security.overallVerdict}.`],
    slug: name,
    displayName: found.skill.name,
    pageUrl: `${origin}/skills/${found.skill.slug}`,
    publisherHandle: owner,
    publisherDisplayName: owner,
    publisherProfileUrl: null,
    version: version.version,
    resolvedFrom,
    tag,
    createdAt: Date.parse(version.publishedAt),
    card: { available: false, url: null },
    artifact: { digest: version.digest, zip: version.forms.zip.sha256, files: version.files.length },
    provenance: {
      repoUrl: found.skill.repoUrl,
      commit: version.commit,
      verified: hasProvenance(version.trustTier),
    },
    security: { ...security, engine: version.engine, score: version.score },
    signature: null,
  };
  return sendJson(c, body, { cacheControl: NO_STORE });
});

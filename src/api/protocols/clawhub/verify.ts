/** `clawhub skill verify`: the verdict on one version, with what it rests on. Needs the ledger. */
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
  const asked = requestedVersion(c, found.skill);
  if (asked === null) return sendNotFound(c);
  const { version, resolvedFrom, tag } = asked;
  const security = await getSecurity(found.skill.owner, version);
  // Fails closed: an answer that is still awaited is no pass.
  const passed = security.overallVerdict === "PASS" || isCertified(security.overallVerdict);
  const origin = publicOrigin(c);
  const { owner, name } = shortNameOf(found.skill);
  const answer = {
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
  return sendJson(c, answer, { cacheControl: NO_STORE });
});

/** Builds the HTTP app from its rooms; no handlers here. */
import { adminCatalogueApi } from "./api/admin-catalogue.ts";
import { adminPrivacyApi } from "./api/admin-privacy.ts";
import { adminQueueApi } from "./api/admin-queue.ts";
import { adminSubmissionsApi } from "./api/admin-submissions.ts";
import { adminTokensApi } from "./api/admin-tokens.ts";
import { blocklistApi } from "./api/blocklist.ts";
import { changesApi } from "./api/changes.ts";
import { clawhub } from "./api/clawhub.ts";
import { clawhubPublish } from "./api/clawhub-publish.ts";
import { clawhubVerify } from "./api/clawhub-verify.ts";
import { deviceLogin } from "./api/device-login.ts";
import { discovery } from "./api/discovery.ts";
import { externalScansApi } from "./api/external-scans.ts";
import { feeds } from "./api/feeds.ts";
import { health } from "./api/health.ts";
import { installsApi } from "./api/installs.ts";
import { mcp } from "./api/mcp.ts";
import { npm } from "./api/npm.ts";
import { describeApi, serveOpenapi } from "./api/openapi.ts";
import { pingApi } from "./api/ping.ts";
import { rebuildApi } from "./api/rebuild.ts";
import { reportsApi } from "./api/reports.ts";
import { siteFiles } from "./api/site-files.ts";
import { skillDetailApi } from "./api/skill-detail.ts";
import { skillSecurityApi } from "./api/skill-security.ts";
import { skillVersionsApi } from "./api/skill-versions.ts";
import { skillYankApi } from "./api/skill-yank.ts";
import { skillsApi } from "./api/skills.ts";
import { skillsFind } from "./api/skills-find.ts";
import { submissionListApi } from "./api/submission-list.ts";
import { submissionStreamApi } from "./api/submission-stream.ts";
import { submissionsApi } from "./api/submissions.ts";
import { webhooksApi } from "./api/webhooks.ts";
import { createApi } from "./http/api-app.ts";
import { identifyCaller } from "./http/auth.ts";
import { corsForReads, requestId } from "./http/every-answer.ts";
import { answerUnrouted } from "./http/method-not-allowed.ts";
import { pageSecurity } from "./http/page-security.ts";
import { publicOrigin } from "./http/public-url.ts";
import { answerApiDoc } from "./pages/docs/api.tsx";
import { answerFailure, answerMissing } from "./pages/error-pages.tsx";
import { pages } from "./pages/pages.ts";

export const app = createApi();

app.use("*", requestId);
app.use("*", pageSecurity);
app.route("/", health);
for (const path of ["/api/*", "/npm/*", "/clawhub/*", "/.well-known/*", "/openapi.json", "/marketplace.json"])
  app.use(path, corsForReads);
app.use("*", identifyCaller);

// Fixed names before `{name}` and `{id}`: the first route that matches answers.
const apis = [
  pingApi,
  skillsApi,
  installsApi,
  skillSecurityApi,
  skillYankApi,
  skillVersionsApi,
  skillDetailApi,
  submissionListApi,
  submissionStreamApi,
  submissionsApi,
  blocklistApi,
  reportsApi,
  changesApi,
  adminQueueApi,
  adminSubmissionsApi,
  adminCatalogueApi,
  adminTokensApi,
  adminPrivacyApi,
  externalScansApi,
  webhooksApi,
  rebuildApi,
  deviceLogin,
];
for (const api of apis) app.route("/", api);
// Whatever has a rate limit of its own comes before the routes that it guards.
const protocols = [discovery, skillsFind, npm, clawhub, clawhubVerify, clawhubPublish, mcp];
for (const room of [...protocols, feeds, siteFiles]) app.route("/", room);
serveOpenapi(app);
app.route("/", pages);
app.get("/docs/api", (c) => answerApiDoc(c, describeApi(app, publicOrigin(c))));
app.notFound(answerMissing(answerUnrouted(app)));
app.onError(answerFailure);

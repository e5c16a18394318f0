/** Assembles the HTTP app from middleware and route modules. Has no handlers of its own. */

import { methodNotAllowed } from "hono/method-not-allowed";
import { clawhubPublish } from "./api/protocols/clawhub/publish.ts";
import { clawhub } from "./api/protocols/clawhub/read.ts";
import { clawhubVerify } from "./api/protocols/clawhub/verify.ts";
import { discovery } from "./api/protocols/discovery.ts";
import { mcp } from "./api/protocols/mcp/mcp.ts";
import { npm } from "./api/protocols/npm.ts";
import { skillsFind } from "./api/protocols/skills-find.ts";
import { feeds } from "./api/site/feeds.ts";
import { siteFiles } from "./api/site/files.ts";
import { health } from "./api/site/health.ts";
import { describeApi, serveOpenapi } from "./api/site/openapi.ts";
import { adminCatalogueApi } from "./api/v1/admin/catalogue.ts";
import { adminPrivacyApi } from "./api/v1/admin/privacy.ts";
import { adminQueueApi } from "./api/v1/admin/queue.ts";
import { rebuildApi } from "./api/v1/admin/rebuild.ts";
import { adminSubmissionsApi } from "./api/v1/admin/submissions.ts";
import { adminSuppressionsApi } from "./api/v1/admin/suppressions.ts";
import { adminTokensApi } from "./api/v1/admin/tokens.ts";
import { deviceLogin } from "./api/v1/device-login.ts";
import { pingApi } from "./api/v1/ping.ts";
import { externalScansApi } from "./api/v1/scans/external-scans.ts";
import { webhooksApi } from "./api/v1/scans/webhooks.ts";
import { reportsApi } from "./api/v1/skills/abuse-reports.ts";
import { blocklistApi } from "./api/v1/skills/blocklist.ts";
import { changesApi } from "./api/v1/skills/changes.ts";
import { skillDetailApi } from "./api/v1/skills/detail.ts";
import { installsApi } from "./api/v1/skills/installs.ts";
import { skillSecurityApi } from "./api/v1/skills/security.ts";
import { skillsApi } from "./api/v1/skills/skills.ts";
import { skillVersionsApi } from "./api/v1/skills/versions.ts";
import { skillYankApi } from "./api/v1/skills/yank.ts";
import { submissionListApi } from "./api/v1/submissions/list.ts";
import { submissionStreamApi } from "./api/v1/submissions/stream.ts";
import { submissionsApi } from "./api/v1/submissions/submissions.ts";
import { createApi } from "./http/api-app.ts";
import { identifyCaller } from "./http/auth.ts";
import { sendMethodNotAllowed } from "./http/method-not-allowed.ts";
import { pageSecurity } from "./http/page-security.ts";
import { sendNotFound } from "./http/problem-response.ts";
import { publicOrigin } from "./http/public-url.ts";
import { assignRequestId, corsForReads } from "./http/response-headers.ts";
import { sendApiDocPage } from "./pages/docs/api.tsx";
import { handleFailure, handleNotFound } from "./pages/error-pages.tsx";
import { pages } from "./pages/routes.ts";

export const app = createApi();

app.use("*", assignRequestId);
app.use("*", pageSecurity);
app.use("*", methodNotAllowed({ app, onMethodNotAllowed: sendMethodNotAllowed }));
app.route("/", health);
for (const path of ["/api/*", "/npm/*", "/clawhub/*", "/.well-known/*", "/openapi.json", "/marketplace.json"])
  app.use(path, corsForReads);
app.use("*", identifyCaller);

// Routes with fixed names come before `{name}` and `{id}`: the first route that matches handles the request.
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
  adminSuppressionsApi,
  adminTokensApi,
  adminPrivacyApi,
  externalScansApi,
  webhooksApi,
  rebuildApi,
  deviceLogin,
];
for (const api of apis) app.route("/", api);
// A module that sets a rate limit comes before the modules it covers: middleware covers only routes added after it.
const protocols = [discovery, skillsFind, npm, clawhub, clawhubVerify, clawhubPublish, mcp];
for (const routes of [...protocols, feeds, siteFiles]) app.route("/", routes);
serveOpenapi(app);
app.route("/", pages);
app.get("/docs/api", (c) => sendApiDocPage(c, describeApi(app, publicOrigin(c))));
app.notFound(handleNotFound(sendNotFound));
app.onError(handleFailure);

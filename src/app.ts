/** Builds the HTTP app from its rooms; no handlers here. */
import { externalScansApi } from "./api/external-scans.ts";
import { health } from "./api/health.ts";
import { rebuildApi } from "./api/rebuild.ts";
import { submissionsApi } from "./api/submissions.ts";
import { webhooksApi } from "./api/webhooks.ts";
import { answerNotFound, answerUnexpected } from "./http/answer-problem.ts";
import { createApi } from "./http/api-app.ts";
import { identifyCaller } from "./http/auth.ts";

export const app = createApi();

app.route("/", health);
app.use("/api/*", identifyCaller);
app.route("/", submissionsApi);
app.route("/", externalScansApi);
app.route("/", webhooksApi);
app.route("/", rebuildApi);
app.notFound(answerNotFound);
app.onError(answerUnexpected);

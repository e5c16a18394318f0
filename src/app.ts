/** Builds the HTTP app from its rooms; no handlers here. */
import { health } from "./api/health.ts";
import { submissionsApi } from "./api/submissions.ts";
import { createApi } from "./http/api-app.ts";
import { identifyCaller } from "./http/auth.ts";
import { pageSecurity } from "./http/page-security.ts";
import { answerApiDoc } from "./pages/docs/api.tsx";
import { answerFailure, answerMissing } from "./pages/error-pages.tsx";
import { pages } from "./pages/pages.ts";

export const app = createApi();

app.use("*", pageSecurity);
app.route("/", health);
app.use("/api/*", identifyCaller);
app.route("/", submissionsApi);
app.route("/", pages);
app.get("/docs/api", (c) =>
  answerApiDoc(
    c,
    app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "vskill-platform", version: "1" } }),
  ),
);
app.notFound(answerMissing);
app.onError(answerFailure);

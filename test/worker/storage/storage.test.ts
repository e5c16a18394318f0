import { part } from "../../support/part.ts";

part("archive-store", () => import("./archive-store.ts"));
part("discover", () => import("./discover.ts"));
part("environment-caches", () => import("./environment-caches.ts"));
part("forget-email", () => import("./forget-email.ts"));
part("ledger-schema", () => import("./ledger-schema.ts"));
part("old-rows", () => import("./old-rows.ts"));
part("repo-health", () => import("./repo-health.ts"));
part("retention", () => import("./retention.ts"));
part("skill-cache", () => import("./skill-cache.ts"));
part("submission-indexes", () => import("./submission-indexes.ts"));

import type { D1Migration } from "cloudflare:test";
import type { CloudflareEnv } from "../../src/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends CloudflareEnv {
      readonly TEST_MIGRATIONS: D1Migration[];
      readonly OTHER_KV: KVNamespace;
      readonly OTHER_DB: D1Database;
      readonly NODE_REPORTS: Fetcher;
    }
  }
}

/** Opens the storage of a stopped server's data folder, so that a test can read and write it. */
import path from "node:path";
import { Miniflare } from "miniflare";
import { discardOutput } from "./discard-output.ts";

/** The ids are those that wrangler derives from wrangler.jsonc. Another id would open another, empty store. */
export async function withStorage<T>(dataDir: string, use: (miniflare: Miniflare) => Promise<T>): Promise<T> {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {};",
    cf: false,
    handleRuntimeStdio: discardOutput,
    defaultPersistRoot: path.join(dataDir, "storage"),
    kvNamespaces: { SUBMISSIONS_KV: "SUBMISSIONS_KV" },
    d1Databases: { DB: "DB" },
    r2Buckets: { ARCHIVES: "vskill-archives" },
  });
  try {
    return await use(miniflare);
  } finally {
    await miniflare.dispose();
  }
}

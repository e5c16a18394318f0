/** Opens the storage of a stopped server's data folder, to put in or take out what a test needs. */
import path from "node:path";
import { Miniflare } from "miniflare";
import { discardOutput } from "./discard-output.ts";

/** The ids are those that wrangler derives from wrangler.jsonc: another id would be another, empty store. */
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

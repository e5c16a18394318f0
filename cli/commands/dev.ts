/** `npm run dev`: the embedded server, rebuilt and reloaded when a source changes. All data is kept. */
import { setTimeout } from "node:timers/promises";
import { ensureBuild } from "../embedded/build.ts";
import { changeStamp } from "../embedded/fingerprint.ts";
import { projectRoot } from "../embedded/project.ts";
import type { Server } from "../embedded/server.ts";
import { main } from "./serve.ts";

/** Polling: on Linux, Node's recursive watch loses files that editors replace by renaming. */
const POLL_MS = 300;

function reloadOnChange(server: Server): () => void {
  let seen = changeStamp(projectRoot);
  let ended = false;
  const watching = async () => {
    while (!ended) {
      await setTimeout(POLL_MS, undefined, { ref: false });
      const now = changeStamp(projectRoot);
      if (now === seen || ended) continue;
      seen = now;
      await rebuild(server);
    }
  };
  void watching();
  console.log("watching for changes");
  return () => {
    ended = true;
  };
}

async function rebuild(server: Server): Promise<void> {
  try {
    const startedAt = performance.now();
    await server.reload(await ensureBuild());
    console.log(`reloaded in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    console.error(`${(error as Error).message}\nThe previous version keeps running.`);
  }
}

process.exitCode = await main(process.argv.slice(2), reloadOnChange);

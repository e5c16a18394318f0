/** `npm run dev`: the embedded server that builds again and reloads when a source changes. Data are kept. */
import { setTimeout } from "node:timers/promises";
import { ensureBuild } from "../embedded/build.ts";
import { changeStamp } from "../embedded/fingerprint.ts";
import { projectRoot } from "../embedded/project.ts";
import type { Server } from "../embedded/server.ts";
import { main } from "./serve.ts";

/** Looked at, not listened to: Node's recursive watch loses files that editors replace by renaming, on Linux. */
const LOOK_EVERY_MS = 300;

function reloadOnChange(server: Server): () => void {
  let seen = changeStamp(projectRoot);
  let ended = false;
  const watching = async () => {
    while (!ended) {
      await setTimeout(LOOK_EVERY_MS, undefined, { ref: false });
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
    console.error(`${(error as Error).message}\nThe version before goes on running.`);
  }
}

process.exitCode = await main(process.argv.slice(2), reloadOnChange);

/** `npm run dev`: the embedded server that builds again and reloads when a source changes. Data are kept. */
import { watch } from "node:fs";
import path from "node:path";
import { ensureBuild } from "./serve/build.ts";
import { BUILD_INPUTS } from "./serve/fingerprint.ts";
import { projectRoot } from "./serve/project.ts";
import type { Server } from "./serve/server.ts";
import { main } from "./serve.ts";

/** Editors write a file in several steps: wait until they are done. */
const SETTLE_MS = 100;

function reloadOnChange(server: Server): () => void {
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const rebuild = async () => {
    try {
      const startedAt = performance.now();
      const build = await ensureBuild();
      // Unchanged contents, or a change undone: nothing new to serve.
      if (!build.made) return;
      await server.reload(build);
      console.log(`reloaded in ${Math.round(performance.now() - startedAt)} ms`);
    } catch (error) {
      console.error(`${(error as Error).message}\nThe version before goes on running.`);
    }
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(rebuild);
    }, SETTLE_MS);
  };
  const watchers = BUILD_INPUTS.flatMap((input) => {
    try {
      return [watch(path.join(projectRoot, input), { recursive: true }, changed)];
    } catch {
      // An input that does not exist in this checkout.
      return [];
    }
  });
  console.log("watching for changes");
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

process.exitCode = await main(process.argv.slice(2), reloadOnChange);

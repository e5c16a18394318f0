/** `serve`, also `npm start`: settings in, a running server, and out again in order. Exit codes are in its --help. */
import { keepAdminToken } from "./serve/admin-token.ts";
import { banner } from "./serve/banner.ts";
import { EXIT, StartFailure } from "./serve/failure.ts";
import { help } from "./serve/help.ts";
import { readAppVersion } from "./serve/project.ts";
import type { Server } from "./serve/server.ts";
import { resolveSettings, type Settings } from "./serve/settings.ts";
import { forceExitLater, isLaunchedByWrapper, stopRequested } from "./serve/shutdown.ts";
import { requireWorkerd } from "./serve/workerd.ts";

/** What `npm run dev` adds: called with the running server, answers how to end it. */
export type WhileRunning = (server: Server) => () => void;

export async function main(argv: string[], whileRunning: WhileRunning = () => () => {}): Promise<number> {
  const resolved = resolveSettings(argv, process.env);
  if (resolved.kind === "help") {
    console.log(help);
    return EXIT.ok;
  }
  if (resolved.kind === "problems") {
    console.error(
      ["The server was not started. Please change:", ...resolved.problems.map((p) => `  - ${p}`)].join("\n"),
    );
    return EXIT.usage;
  }
  // A reader that went away (`npm start | head`) is no reason to fall.
  process.stdout.on("error", () => {});
  try {
    return await serve(resolved.settings, whileRunning);
  } catch (error) {
    return explain(error);
  }
}

async function serve(settings: Settings, whileRunning: WhileRunning): Promise<number> {
  const stop = stopRequested(isLaunchedByWrapper(process.env));
  const starting = start(settings);
  const server = await Promise.race([starting, stop.then(() => null)]);
  // In the middle of a start nothing needs an orderly end: migrations are atomic, the system drops the lock, and
  // the exit hooks end workerd and the build.
  if (server === null) process.exit(EXIT.ok);
  const endWhileRunning = whileRunning(server);
  const reason = await stop;
  forceExitLater();
  endWhileRunning();
  await server.stop();
  console.log(`stopped (${reason})`);
  return EXIT.ok;
}

async function start(settings: Settings): Promise<Server> {
  const workerd = requireWorkerd();
  // Only now: Miniflare cannot even be loaded where there is no workerd, and would say so in its own words.
  const { startServer } = await import("./serve/server.ts");
  const server = await startServer(settings, { workerd, say: (line) => console.log(`  ${line}`) });
  const { url, folder, adminToken } = server;
  try {
    keepAdminToken(folder, adminToken);
  } catch (error) {
    await server.stop();
    throw error;
  }
  console.log(
    banner({
      version: readAppVersion(),
      url,
      host: settings.host,
      dataDir: folder.path,
      adminTokenFile: folder.adminTokenFile,
      freshToken: adminToken.fresh,
    }),
  );
  return server;
}

function explain(error: unknown): number {
  if (error instanceof StartFailure) {
    console.error(error.message);
    return error.exitCode;
  }
  console.error("The server failed for a reason of its own; please report this.");
  console.error(error);
  return EXIT.internal;
}

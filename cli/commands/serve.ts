/** `serve`, also `npm start`: settings in, a running server, and out again in order. Exit codes are in its --help. */

import { keepAdminToken } from "../embedded/admin-token.ts";
import { banner, openAddress } from "../embedded/banner.ts";
import { EXIT, reportStartFailure, StartFailure } from "../embedded/failure.ts";
import { help } from "../embedded/help.ts";
import { readAppVersion } from "../embedded/project.ts";
import type { Server } from "../embedded/server.ts";
import { resolveSettings, type Settings } from "../embedded/settings.ts";
import { forceExitLater, isLaunchedByWrapper, stopRequested } from "../embedded/shutdown.ts";
import { requireWorkerd } from "../embedded/workerd.ts";
import { jsonText, reportFailure, wantsJson } from "../output.ts";

/** What `npm run dev` adds: called with the running server, answers how to end it. */
export type WhileRunning = (server: Server) => () => void;

export async function main(argv: string[], whileRunning: WhileRunning = () => () => {}): Promise<number> {
  const resolved = resolveSettings(argv, process.env);
  if (resolved.kind === "help") {
    console.log(help);
    return EXIT.ok;
  }
  if (resolved.kind === "problems") {
    return refuse(resolved.problems, wantsJson(argv));
  }
  // A reader that went away (`npm start | head`) is no reason to fall.
  process.stdout.on("error", () => {});
  try {
    return await serve(resolved.settings, whileRunning);
  } catch (error) {
    return explain(error, resolved.settings.json);
  }
}

function refuse(problems: readonly string[], asJson: boolean): number {
  const message = "The server was not started. Please change:";
  const listed = problems.map((problem) => `  - ${problem}`).join("\n");
  if (asJson) reportFailure({ asJson, code: "USAGE", message: `${message} ${problems.join(" ")}` });
  else reportFailure({ asJson, code: "USAGE", message, more: listed });
  return EXIT.usage;
}

/** For people: on stdout, unless that is a program's. */
const tell = ({ json }: Settings, text: string) => (json ? console.error(text) : console.log(text));

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
  tell(settings, `stopped (${reason})`);
  return EXIT.ok;
}

async function start(settings: Settings): Promise<Server> {
  const workerd = requireWorkerd();
  // Only now: Miniflare cannot even be loaded where there is no workerd, and would say so in its own words.
  const { startServer } = await import("../embedded/server.ts");
  const server = await startServer(settings, { workerd, say: (line) => tell(settings, `  ${line}`) });
  const { url, folder, adminToken } = server;
  try {
    keepAdminToken(folder, adminToken);
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (settings.json) console.log(readyLine(server, settings));
  tell(
    settings,
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

/** For a program; nothing in it is secret. */
function readyLine({ url, folder, versions }: Server, { host }: Settings): string {
  const address = openAddress(url, host);
  return jsonText({ level: "info", event: "ready", address, data: folder.path, versions }, 0);
}

function explain(error: unknown, asJson: boolean): number {
  if (error instanceof StartFailure) return reportStartFailure(error, asJson);
  const message = "The server failed for a reason of its own; please report this.";
  reportFailure({ asJson, code: "INTERNAL", message: asJson ? `${message} ${error}` : message });
  if (!asJson) console.error(error);
  return EXIT.internal;
}

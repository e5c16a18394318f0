/** `serve`, also `npm start`: starts the embedded server and runs it until a signal. */
import { runCommand } from "../command.ts";
import { keepAdminToken } from "../embedded/admin-token.ts";
import { banner, openAddress } from "../embedded/banner.ts";
import { environmentHelp } from "../embedded/environment-help.ts";
import { eventLine } from "../embedded/event-lines.ts";
import { logSink } from "../embedded/logs.ts";
import { readAppVersion } from "../embedded/project.ts";
import { Screen } from "../embedded/screen.ts";
import type { Server, StartProgress } from "../embedded/server.ts";
import { resolveSettings, type Settings, serveOptions } from "../embedded/settings.ts";
import { isLaunchedByWrapper, stopInTime, stopRequested } from "../embedded/shutdown.ts";
import { requireWorkerd } from "../embedded/workerd.ts";
import { EXIT } from "../exit-codes.ts";
import { jsonText, rendered, wantsColours } from "../output.ts";

/** A hook for `npm run dev`: called with the running server, returns a function that ends the hook. */
export type WhileRunning = (server: Server) => () => void;

export function main(argv: string[], whileRunning: WhileRunning = () => () => {}): Promise<number> {
  return runCommand(argv, {
    usage: ["npm start [-- options]     (or: vskill-platform serve [options])"],
    description:
      "Starts the embedded server: the production bundle in workerd on this machine, with all data in one folder.",
    options: serveOptions,
    notes: environmentHelp(),
    examples: [
      "npm start -- --port 9000 --data /srv/vskill",
      "vskill-platform serve --host 0.0.0.0 --no-examples",
      'vskill-platform serve --port 0 --json            a free port; its address is in the line with "event":"ready"',
    ],
    family: "server",
    mistakesHeading: "Can't start:",
    check: (values) => resolveSettings(values, process.env).problems,
    run: ({ values }) => {
      // A closed pipe (`npm start | head`) must not stop the server.
      process.stdout.on("error", () => {});
      return serve(resolveSettings(values, process.env).settings, whileRunning);
    },
  });
}

/** Text for people: on stdout, or on stderr if stdout carries JSON. */
const print = ({ json }: Settings, text: string) => (json ? console.error(text) : console.log(text));

interface Progress extends StartProgress {
  /** Removes the progress line. */
  end(): void;
}

/**
 * On a terminal, a progress line while the server starts, and one readable line per log event. Elsewhere each step that
 * changed something is a line, and the log stays JSON lines.
 */
function showProgress(settings: Settings): Progress {
  if (settings.json || process.stdout.isTTY !== true)
    return { doing: () => {}, did: (result) => print(settings, `  ${result}`), end: () => {} };
  const screen = new Screen(process.stdout);
  const colours = wantsColours();
  logSink.write = (entry) => {
    const line = eventLine(entry);
    if (line !== null) screen.print(rendered(line, { colours }));
  };
  return {
    doing: (step) => screen.showProgress(step),
    did: () => {},
    end: () => screen.showProgress(""),
  };
}

async function serve(settings: Settings, whileRunning: WhileRunning): Promise<number> {
  const stop = stopRequested({ watchParent: isLaunchedByWrapper(process.env) });
  const progress = showProgress(settings);
  const starting = start(settings, progress);
  const server = await Promise.race([starting, stop.then(() => null)]);
  // An unfinished start needs no orderly end: migrations are atomic, the system releases the lock, and the exit hooks
  // end workerd and the build.
  if (server === null) {
    progress.end();
    print(settings, `stopped (${await stop}) before the start was finished`);
    process.exit(EXIT.ok);
  }
  const endWhileRunning = whileRunning(server);
  const reason = await stop;
  const stopAll = () => {
    endWhileRunning();
    return server.stop();
  };
  await stopInTime(stopAll, () =>
    print(settings, `stopped (${reason}) by force: the runtime did not end in time`),
  );
  print(settings, `stopped (${reason})`);
  // At once: npm and the launcher repeat a Ctrl-C, and while Node takes itself down no handler catches a late one.
  process.exit(EXIT.ok);
}

async function start(settings: Settings, progress: Progress): Promise<Server> {
  const workerd = requireWorkerd();
  // Imported only now: without workerd, Miniflare fails to load with an error that names no remedy.
  const { startServer } = await import("../embedded/server.ts");
  const server = await startServer(settings, { workerd, progress }).finally(progress.end);
  const { url, folder, adminToken, isFirstStart } = server;
  try {
    keepAdminToken(folder, adminToken);
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (settings.json) console.log(readyLine(server, settings));
  print(
    settings,
    banner({
      version: readAppVersion(),
      url,
      host: settings.host,
      dataDir: folder.path,
      adminTokenFile: folder.adminTokenFile,
      freshToken: adminToken.fresh,
      isFirstStart,
    }),
  );
  return server;
}

/** For a program; it contains no secret. */
function readyLine({ url, folder, versions }: Server, { host }: Settings): string {
  const address = openAddress(url, host);
  return jsonText({ level: "info", event: "ready", address, data: folder.path, versions }, 0);
}

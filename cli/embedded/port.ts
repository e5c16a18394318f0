/** Checks the port before any work is done. */
import { createServer } from "node:net";
import { EXIT, StartFailure } from "./failure.ts";
import { portBusy } from "./runtime.ts";
import type { Settings } from "./settings.ts";

/** Throws a StartFailure if the port is not free. Another process may still take it first: the runtime reports that. */
export async function requireFreePort(settings: Settings): Promise<void> {
  const { host, port } = settings;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw portBusy(settings);
    if (error.code === "EACCES") {
      throw new StartFailure(
        EXIT.usage,
        `Port ${port} requires more privileges than this user has. Choose one above 1023 with --port.`,
      );
    }
    throw new StartFailure(
      EXIT.usage,
      `--host ${host}: this machine has no such address (${error.code ?? error.message}).`,
    );
  });
}

/**
 * The server that the parts of test/e2e/clients.test.ts share. Each part publishes under its own names and does not depend
 * on other content of the registry, so that their order does not matter.
 */
import { Operator } from "../../support/client-run.ts";
import { type RunningServer, startServer } from "../../support/start-server.ts";

export let server: RunningServer;
export let operator: Operator;

export async function start(): Promise<void> {
  server = await startServer({ env: { RATE_LIMITS: "read=100000,write=100000" } });
  operator = new Operator(server);
}

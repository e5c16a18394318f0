/** An HTTP server on loopback that records its requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface RecordedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface LoopbackServer {
  readonly origin: string;
  /** `127.0.0.1:<port>`, the form that ALLOW_HOSTS accepts. */
  readonly host: string;
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export async function startLoopback(handle: Handler): Promise<LoopbackServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ path, authorization: request.headers.authorization });
    void handle(path, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

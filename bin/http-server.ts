import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { isKnownHost } from "./known-host";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a proxy may add. None is trusted yet, and Next would believe the first. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-for",
  "x-real-ip",
];

const REFUSAL = "This server does not answer to that host name; ALLOWED_HOSTS can add it.\n";

/** How long requests that are under way at a stop may go on. */
const STOP_PATIENCE_MS = 15_000;

/**
 * The HTTP server around Next: answers 421 to every request that does not name us, before
 * anything else sees it, static files included.
 *
 * @param handler may be pending still: requests that come before it is there wait for it
 */
export function createHttpServer(
  handler: Promise<Handler>,
  allowedHosts: readonly string[],
): Server {
  // Node itself would answer a missing Host with 400; it is one more name that we do not know.
  return createServer({ requireHostHeader: false }, (request, response) => {
    if (!request.url?.startsWith("/") || !isKnownHost(hostsOf(request), allowedHosts)) {
      refuse(request, response);
      return;
    }
    for (const name of FORWARDED) delete request.headers[name];
    handler
      .then((handle) => handle(request, response))
      .catch(() => {
        if (!response.headersSent) response.writeHead(503);
        response.end();
      });
  });
}

function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(421, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": REFUSAL.length,
    connection: "close",
  });
  response.end(REFUSAL);
}

/** @throws the system's error, EADDRINUSE and EACCES among them */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Takes no new connection, lets requests under way end for a while, then hangs up. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<"closed">((resolve) => server.close(() => resolve("closed")));
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while (Date.now() < deadline) {
    server.closeIdleConnections(); // a kept-alive one becomes idle when its request has ended
    if ((await Promise.race([closed, wait(50)])) === "closed") return;
  }
  server.closeAllConnections();
  await closed;
}

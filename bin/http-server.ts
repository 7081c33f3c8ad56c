import { createServer, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { onReached } from "@/lib/auth/reached";
import { problemBody } from "@/lib/http/problem";
import { SAFE_METHODS } from "@/lib/http/route";
import type { LogFields } from "@/lib/log";
import { pathOf, prepare, refusalOf, type Refusal, type Trust } from "./guarded-request";
import { guardHeaders, GuardedResponse, pagePolicy } from "./guarded-response";

type Response = GuardedResponse<IncomingMessage>;
export type Handler = (request: IncomingMessage, response: Response) => Promise<void>;

export type ServerOptions = Trust & {
  /** A line for each request that was answered. */
  readonly note?: (message: string, fields: LogFields) => void;
  /** What failed in the handler. */
  readonly fault?: (message: string, error: unknown, fields: LogFields) => void;
  /** True once the server stops: it is then not ready, while it still answers. */
  readonly stopping?: () => boolean;
};

/**
 * How long a request may take to arrive: 5 GiB over a slow line need more than Node's five minutes. What
 * sends nothing at all is given up by whoever reads the body, after 30 s.
 */
const REQUEST_MS = 3600 * 1000;

/** How long requests that are under way at a stop may go on. */
const STOP_PATIENCE_MS = 15_000;

/** Asked all day by whatever watches the server, or with every page: no line of the log says more. */
const UNNOTED = /^\/(_next\/static\/|icon\.svg$|api\/(health|ready)$)/;

/**
 * The HTTP server around Next. It answers itself what goes no further: a name that is not ours, an address
 * that cannot be read, a change that a foreign page asks for. Every answer, its own and those of static
 * files included, leaves with the same protective headers and a request id that the log has too.
 *
 * @param handler may be pending still: requests that come before it is there wait for it
 */
export function createHttpServer(handler: Promise<Handler>, options: ServerOptions): Server {
  let isUp = false;
  handler.then(
    () => (isUp = true),
    () => {},
  );
  const overTls = options.publicUrl?.startsWith("https://") ?? false;
  // Node itself would answer a missing Host with 400; it is one more name that we do not know.
  const server = createServer<typeof IncomingMessage, typeof GuardedResponse>(
    { requireHostHeader: false, ServerResponse: GuardedResponse, requestTimeout: REQUEST_MS },
    (request, response) => {
      const path = pathOf(request.url ?? "") ?? "";
      const refusal = refusalOf(request, options) ?? notReady(path, isUp, options);
      const { id, nonce, client } = prepare(request, options);
      const policy = pagePolicy(nonce);
      request.headers["content-security-policy"] = policy; // Next takes the nonce from here
      response.guardWith(
        { ...guardHeaders(policy, overTls), "x-request-id": id },
        { lasting: path.startsWith("/_next/static/") },
      );
      noteWhenDone(request, response, { id, path, client }, options);
      if (mayCallAction(request, path)) awaitReached(response, id);
      if (refusal !== null) {
        refuse(request, response, refusal, { id, path });
        return;
      }
      handler
        .then((handle) => handle(request, response))
        .catch((error: unknown) => {
          options.fault?.("a request failed", error, { requestId: id });
          if (!response.headersSent) response.writeHead(503);
          response.end();
        });
    },
  );
  return server.on("clientError", answerUnreadable);
}

/** A form or an action, which Next reads before anything of ours does; routes read their bodies themselves. */
function mayCallAction({ method }: IncomingMessage, path: string): boolean {
  return !SAFE_METHODS.has(method ?? "") && !path.startsWith("/api/");
}

function awaitReached(response: Response, id: string): void {
  response.awaitReached();
  const end = onReached((reached) => {
    if (reached === id) response.reached();
  });
  response.once("close", end);
}

const READY = "/api/ready";

/** Whoever spreads requests over servers has to know at once that this one goes or is not up yet. */
function notReady(path: string, isUp: boolean, { stopping }: ServerOptions): Refusal | null {
  if (path !== READY || (isUp && stopping?.() !== true)) return null;
  return { status: 503, words: "unavailable" };
}

function refuse(
  request: IncomingMessage,
  response: Response,
  { status, words, headers = {} }: Refusal,
  { id, path }: { id: string; path: string },
): void {
  request.resume();
  const [type, body] = refusalBody({ status, words }, { id, path });
  response.writeHead(status, {
    ...headers,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
}

/** As the pages and routes behind would have said it. */
function refusalBody(
  { status, words }: Refusal,
  { id, path }: { id: string; path: string },
): [type: string, body: string] {
  if (path === READY && status === 503)
    return ["application/json", JSON.stringify({ status: words })];
  if (path.startsWith("/api/") && status !== 421)
    return ["application/problem+json", JSON.stringify(problemBody(status, words, id))];
  return ["text/plain; charset=utf-8", `${words}\n`];
}

function noteWhenDone(
  { method }: IncomingMessage,
  response: Response,
  { id, path, client }: { id: string; path: string; client: string },
  { note, stopping }: ServerOptions,
): void {
  if (note === undefined || UNNOTED.test(path)) return;
  const began = performance.now();
  response.once("close", () =>
    note("request", {
      requestId: id,
      method: method ?? "",
      path: path.slice(0, 200),
      status: hasBrokenOff(response) && stopping?.() !== true ? BROKEN_OFF : response.statusCode,
      ended: response.writableFinished,
      ms: Math.round(performance.now() - began),
      client,
    }),
  );
}

/** No status of HTTP: nobody was there to get one. nginx logs it so, and whoever reads logs knows it. */
const BROKEN_OFF = 499;

/** Whether the client went away before it had its answer; one that we gave up ourselves has an error. */
function hasBrokenOff({ writableFinished, errored }: Response): boolean {
  return !writableFinished && errored === null;
}

/** By the code of Node's error, as Node itself would have answered; all others 400. */
const UNREADABLE: ReadonlyMap<unknown, number> = new Map([
  ["HPE_HEADER_OVERFLOW", 431],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
]);

/** What Node could not read as a request never became one; its answer is as bare as ours, and as guarded. */
function answerUnreadable(error: Error, socket: Duplex): void {
  // Where something was answered already, a second answer would be read as that of another request.
  const answered = "bytesWritten" in socket && Number(socket.bytesWritten) > 0;
  if (answered || !socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const status = "code" in error ? (UNREADABLE.get(error.code) ?? 400) : 400;
  const headers = { ...guardHeaders(), connection: "close", "content-length": "0" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`);
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

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { send, type Answered } from "./raw-request";

/** A cache that many people share, in front of a server: what stands between them and it in a company. */
export type SharedCache = {
  readonly address: string;
  /** How many answers are kept, and how many were given from there so far. */
  counts(): { kept: number; given: number };
  stop(): Promise<void>;
};

type Kept = {
  answer: Answered;
  atMs: number;
  lifetimeMs: number;
  /** The fields of the request that `Vary` names, as they were. */
  varied: ReadonlyMap<string, string>;
};

/** RFC 9110, 15.1: what may be kept without a word about how long. */
const HEURISTIC_STATUSES = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);
/** RFC 9111, 4.2.2 leaves the time to the cache: long enough for any test. */
const HEURISTIC_MS = 60_000;
/** RFC 9110, 7.6.1. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

/**
 * Keeps every answer that RFC 9111 lets a shared cache keep, and gives it to whoever asks for the same. As
 * eager as the RFC allows, so that what may leak does. Texts only: bodies go through as UTF-8.
 *
 * @param upstream address of the server
 * @param change of the headers that it answers, to see what a careless one would do
 */
export async function startSharedCache(
  upstream: string,
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
): Promise<SharedCache> {
  const store = new Map<string, Kept[]>();
  let given = 0;

  async function answerTo(request: IncomingMessage): Promise<Answered> {
    const { method = "GET", url: path = "/", headers } = request;
    const fresh = method === "GET" ? keptFor(store.get(path) ?? [], headers) : undefined;
    if (fresh !== undefined) {
      given += 1;
      const age = String(Math.floor((Date.now() - fresh.atMs) / 1000));
      return { ...fresh.answer, headers: { ...fresh.answer.headers, age } };
    }
    const { host: _, connection: __, ...onward } = headers;
    const body = await buffer(request);
    const sent = { method, path, headers: plain(onward), ...(body.length > 0 ? { body } : {}) };
    const fromServer = await send(upstream, sent);
    const answer = { ...fromServer, headers: change(fromServer.headers) };
    const lifetimeMs = method === "GET" ? lifetimeOf(headers, answer) : null;
    if (lifetimeMs !== null) {
      const varied = new Map(variedBy(answer).map((name) => [name, fieldOf(headers, name)]));
      store.set(path, [
        { answer, atMs: Date.now(), lifetimeMs, varied },
        ...(store.get(path) ?? []),
      ]);
    } else if (method !== "GET" && method !== "HEAD" && answer.status < 400) store.delete(path);
    return answer;
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      ({ status, headers, body }) => {
        const onward = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
        response.writeHead(status, Object.fromEntries(onward)).end(body);
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`,
    counts: () => ({ kept: [...store.values()].flat().length, given }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A kept answer to the same question that is fresh (RFC 9111, 4). */
function keptFor(kept: readonly Kept[], headers: IncomingHttpHeaders): Kept | undefined {
  const asked = directives(headers["cache-control"]);
  if (asked.has("no-cache") || asked.has("no-store")) return undefined;
  return kept.find(
    ({ varied, atMs, lifetimeMs }) =>
      Date.now() - atMs < lifetimeMs &&
      [...varied].every(([name, value]) => fieldOf(headers, name) === value),
  );
}

/** How long the answer may be given to others; null: it may not be kept (RFC 9111, 3). */
function lifetimeOf(asked: IncomingHttpHeaders, answer: Answered): number | null {
  const said = directives(answer.headers["cache-control"]);
  // What may only be kept to be asked about again is of no use to a cache that asks nothing.
  if (["no-store", "private", "no-cache"].some((name) => said.has(name))) return null;
  if (directives(asked["cache-control"]).has("no-store")) return null;
  if (variedBy(answer).includes("*")) return null;
  const shared = ["public", "s-maxage", "must-revalidate"].some((name) => said.has(name));
  if (asked.authorization !== undefined && !shared) return null; // 3.5
  const seconds = said.get("s-maxage") ?? said.get("max-age");
  if (seconds !== undefined) return Number(seconds) > 0 ? Number(seconds) * 1000 : null;
  const { expires } = answer.headers;
  if (expires !== undefined) {
    const leftMs = Date.parse(expires) - Date.now();
    return leftMs > 0 ? leftMs : null;
  }
  return said.has("public") || HEURISTIC_STATUSES.has(answer.status) ? HEURISTIC_MS : null;
}

function directives(field: string | undefined): Map<string, string> {
  const parts = (field ?? "").split(",").map((part) => part.trim().toLowerCase().split("=", 2));
  return new Map(
    parts.map(([name = "", value = ""]) => [name, value.replaceAll('"', "")] as const),
  );
}

function variedBy({ headers: { vary = "" } }: Answered): string[] {
  return vary
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
}

function fieldOf(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? "");
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

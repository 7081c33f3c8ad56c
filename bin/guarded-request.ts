import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientAddress, CLIENT_ADDRESS_HEADER } from "@/lib/auth/client-address";
import { PATH_HEADER } from "@/lib/auth/path-header";
import { isOwnPage } from "@/lib/auth/same-origin";
import { SAFE_METHODS } from "@/lib/http/route";
import { isKnownHost } from "./known-host";

export type Trust = {
  /** Names besides the loopback ones that we answer to. */
  readonly allowedHosts: readonly string[];
  /** The origin that browsers use when a proxy stands before us. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
};

/** What the server says itself, before Next sees anything. */
export type Refusal = { status: number; words: string; headers?: Record<string, string> };

/** Next answers a method that it does not know, as TRACE, by failing. */
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
]);

/**
 * Headers by which somebody could speak for a proxy, for this server or for the inside of Next. All are
 * dropped (security.md B3); what of them we need we write ourselves.
 */
const OURS_TO_WRITE =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-nonce|content-security-policy.*|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-next.*|next-resume|x-aftermath-.*|x-request-id)$/;

/** Rewrites the headers of a request to what may be believed, and gives it its id and nonce. */
export function prepare(
  request: IncomingMessage,
  { publicUrl, trustedProxies }: Trust,
): { id: string; nonce: string; client: string } {
  const { headers } = request;
  const forwarded = headers["x-forwarded-for"];
  const client = clientAddress(
    request.socket.remoteAddress ?? "",
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    trustedProxies,
  );
  for (const name of Object.keys(headers)) if (OURS_TO_WRITE.test(name)) delete headers[name];
  const id = randomUUID();
  const nonce = randomBytes(24).toString("base64");
  headers["x-request-id"] = id;
  headers[CLIENT_ADDRESS_HEADER] = client;
  headers[PATH_HEADER] = request.url ?? "/";
  // What stands behind a proxy may see the proxy's name for us; pages and routes know the public one.
  if (publicUrl !== null) headers.host = new URL(publicUrl).host;
  return { id, nonce, client };
}

/** Why a request goes no further: read before `prepare` has rewritten its host. */
export function refusalOf(request: IncomingMessage, trust: Trust): Refusal | null {
  const url = request.url ?? "";
  if (!url.startsWith("/") || !isKnownHost(hostsOf(request), trust.allowedHosts))
    return {
      status: 421,
      words: "This server does not answer to that host name; ALLOWED_HOSTS can add it.",
    };
  const path = pathOf(url);
  if (path === null || path.includes("\0"))
    return { status: 400, words: "This address cannot be read." };
  if (path === "/_next/image" || path.startsWith("/_next/image/"))
    return { status: 404, words: "There is nothing at this address." };
  if (!METHODS.has(request.method ?? ""))
    return {
      status: 405,
      words: "This server knows no such method.",
      headers: { allow: [...METHODS].join(", ") },
    };
  if (!SAFE_METHODS.has(request.method ?? "") && hasNoBoundary(request.headers["content-type"]))
    return { status: 400, words: "The form cannot be read: its parts have no boundary." };
  if (isForeignChange(request, path, trust))
    return { status: 403, words: "The request does not come from a page of this server." };
  return null;
}

/** A form in parts that nobody can tell apart (RFC 2046, 5.1.1). */
function hasNoBoundary(type: string | undefined): boolean {
  return /^multipart\//i.test(type ?? "") && !/;\s*boundary="?[^\s";]/i.test(type ?? "");
}

/** The path of a target without its query, decoded; null when its escapes are no UTF-8. */
export function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split("?", 1)[0] ?? "");
  } catch {
    return null;
  }
}

/**
 * A change that a page of somebody else asks for with the reader's browser (security.md D9). Next lets
 * Server Actions without an `Origin` pass; nothing of ours sends one, so they are refused. Under /api/v1
 * a program may ask, which has neither header and is judged by its token.
 */
function isForeignChange({ method, headers }: IncomingMessage, path: string, trust: Trust) {
  if (SAFE_METHODS.has(method ?? "")) return false;
  const site = oneOf(headers["sec-fetch-site"]);
  const origin = headers.origin ?? null;
  if (/^\/api\/v1(\/|$)/.test(path)) {
    if (headers.authorization !== undefined) return false;
    if (site === null && origin === null) return false;
  }
  return !isOwnPage({ site, origin }, trust.publicUrl ?? headers.host ?? "");
}

function oneOf(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header);
}

function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
}

import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader } from "node:http";

/** What a browser may not do with anything of ours (security.md D7). */
const ALWAYS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": [
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "screen-wake-lock",
    "usb",
    "xr-spatial-tracking",
  ]
    .map((feature) => `${feature}=()`)
    .join(", "),
};

/** A year, as ASVS 3.4.1 asks. */
const HSTS = "max-age=31536000";
const DOWNLOAD_POLICY = "sandbox; default-src 'none'";
const CLOSED_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What only a page of ours may run, load and send to; the nonce is new for each answer (security.md D5). */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What an answer of the server carries, by names in lower case; also where no request could be read. */
export function guardHeaders(
  policy: string = CLOSED_POLICY,
  overTls: boolean = false,
): Record<string, string> {
  return {
    ...ALWAYS,
    "content-security-policy": policy,
    ...(overTls ? { "strict-transport-security": HSTS } : {}),
  };
}

/**
 * An answer whose protective headers are written last, over whatever a page or a route has set, so that no
 * answer is without them. A download is no page: whatever it holds is opened in a sandbox, if at all.
 */
export class GuardedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  private guard: Readonly<Record<string, string>> = guardHeaders();
  private lasting = false;
  private unreached = false;

  /** @param lasting for files with a hash in their name: every other answer is kept by nobody */
  guardWith(headers: Readonly<Record<string, string>>, { lasting }: { lasting: boolean }): void {
    this.guard = headers;
    this.lasting = lasting;
  }

  /**
   * Nothing of ours has seen the request yet: what fails until it has is what was sent. Next answers a form
   * that it cannot read, and arguments of an action, as a fault of the server.
   */
  awaitReached(): void {
    this.unreached = true;
  }

  reached(): void {
    this.unreached = false;
  }

  override writeHead(
    given: number,
    reason?: string | Headers | OutgoingHttpHeader[],
    more?: Headers | OutgoingHttpHeader[],
  ): this {
    const status = given === 500 && this.unreached ? 400 : given;
    const headers = typeof reason === "string" ? more : reason;
    if (Array.isArray(headers)) {
      // A list may name a header twice, as cookies are; it takes the place of what was set before.
      for (let at = 0; at < headers.length; at += 2) this.removeHeader(String(headers[at]));
      for (let at = 0; at + 1 < headers.length; at += 2)
        this.appendHeader(String(headers[at]), textOf(headers[at + 1] ?? ""));
    } else {
      for (const [name, value] of Object.entries(headers ?? {}))
        if (value !== undefined) this.setHeader(name, value);
    }
    this.writeGuard();
    return typeof reason === "string" ? super.writeHead(status, reason) : super.writeHead(status);
  }

  private writeGuard(): void {
    for (const [name, value] of Object.entries(this.guard)) this.setHeader(name, value);
    const disposition = String(this.getHeader("content-disposition") ?? "");
    if (disposition.startsWith("attachment"))
      this.setHeader("content-security-policy", DOWNLOAD_POLICY);
    this.removeHeader("x-powered-by");
    if (this.lasting) return;
    this.setHeader("cache-control", "private, no-store");
    this.setHeader("vary", withCookie(this.getHeader("vary")));
  }
}

type Headers = NodeJS.Dict<OutgoingHttpHeader>;

function textOf(value: OutgoingHttpHeader): string | string[] {
  return typeof value === "number" ? String(value) : value;
}

function withCookie(vary: OutgoingHttpHeader | undefined): string {
  const names = String(vary ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name.toLowerCase() !== "cookie");
  return [...names, "Cookie"].join(", ");
}

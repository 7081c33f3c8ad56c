/** What a browser says about the page that a request comes from; null where it says nothing. */
export type Provenance = {
  /** `Sec-Fetch-Site`. */
  site: string | null;
  /** `Origin`. */
  origin: string | null;
};

/**
 * True when a request that changes something was made by our own pages (security.md D9).
 *
 * Browsers say where a request comes from: `Sec-Fetch-Site`, and `Origin` with every POST. Another
 * port or sub-domain is another site here. A request that says neither is refused as well: nothing of
 * ours sends one.
 *
 * @param own our origin, as https://aftermath.example, or our host alone where the scheme is not known
 */
export function isOwnPage({ site, origin }: Provenance, own: string): boolean {
  if (site !== null && site !== "same-origin") return false;
  if (origin === null) return site === "same-origin";
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return own.includes("://") ? from.origin === own : from.host === own.toLowerCase();
}

/** The same by the headers of a request; behind a proxy our server has written its public host there. */
export function isSameOrigin(headers: Headers): boolean {
  const said = { site: headers.get("sec-fetch-site"), origin: headers.get("origin") };
  return isOwnPage(said, headers.get("host") ?? "");
}

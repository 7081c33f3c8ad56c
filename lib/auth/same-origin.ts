/**
 * True when a request that changes something was made by our own pages (security.md D9).
 *
 * Browsers say where a request comes from: `Sec-Fetch-Site`, and `Origin` with every POST. Another
 * port or sub-domain is another site here. A request that says neither is refused as well: nothing of
 * ours sends one.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (origin === null) return site === "same-origin";
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === headers.get("host")?.toLowerCase();
}

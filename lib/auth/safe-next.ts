/** The parts of the product that a sign-in may lead to; never a route that does something. */
const PLACES = /^\/(?:p\/.+|account|settings(?:\/.+)?)?$/;

/** What is never in an address of ours, and what browsers drop or turn: control characters, spaces, backslashes. */
const ODD = /[\p{Cc}\s\\]/u;

/**
 * Where a sign-in leads to: the path that was asked for if it is one of our own pages, else "/". Only a path
 * is given back, so that no form of `next=` leads to another host (security.md D11).
 */
export function safeNext(given: string | readonly string[] | undefined): string {
  if (typeof given !== "string" || !given.startsWith("/") || given.length > 2000) return "/";
  const plain = decodedAll(given);
  if (plain === null || ODD.test(plain) || plain.includes("//") || /\/\.{1,2}(\/|$)/.test(plain))
    return "/";
  const base = "http://own.invalid";
  if (!URL.canParse(given, base)) return "/";
  const { origin, pathname, search } = new URL(given, base);
  return origin === base && PLACES.test(pathname) ? `${pathname}${search}` : "/";
}

/** Decoded until nothing changes, so that nothing hides in a second encoding; the query is left out. */
function decodedAll(given: string): string | null {
  let path = given.split(/[?#]/, 1)[0] ?? "";
  try {
    for (let round = 0; round < 5; round += 1) {
      const decoded = decodeURIComponent(path);
      if (decoded === path) return path;
      path = decoded;
    }
  } catch {
    return null;
  }
  return null;
}

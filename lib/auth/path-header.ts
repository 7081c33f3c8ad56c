/** Where our server tells a page its own address, which Next does not: to come back to after a sign-in. */
export const PATH_HEADER = "x-aftermath-path";

/** The address as the reader knows it: what Next adds to fetch a page in parts is no part of it. */
export function askedPath(sent: string | null): string {
  if (sent === null) return "/";
  const at = sent.indexOf("?");
  const [path, query] = at < 0 ? [sent, ""] : [sent.slice(0, at), sent.slice(at + 1)];
  const kept = query.split("&").filter((pair) => pair !== "" && !pair.startsWith("_rsc="));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}

import { randomUUID } from "node:crypto";
import { withQuery } from "@/lib/format/paths";
import type { Home } from "./access-world";
import type { Asked } from "./raw-request";

const CAMPAIGN = "/api/v1/projects/[project]/campaigns/[campaign]";
const EPISODE = `${CAMPAIGN}/episodes/[episode]`;
const LIVE = "/api/v1/projects/[project]/live-campaigns";
const UPLOAD = "/api/v1/projects/[project]/uploads/[upload]";

type More = Omit<Asked, "path" | "method"> & {
  query?: Record<string, string>;
  /** Parts of the address other than the project's own. */
  parts?: Record<string, string>;
};

/** What a row's request has besides its address: what a read needs, or what makes a change impossible. */
const MORE: Readonly<Record<string, (home: Home) => More>> = {
  "GET /p/[project]/campaigns/[campaign]/checks/[check]": () => ({ query: { arm: "on" } }),
  "GET /p/[project]/compare": sides,
  "GET /api/v1/projects/[project]/comparison": sides,
  [`GET ${EPISODE}/events/text`]: () => ({
    query: { kind: "event", index: "0", field: "text", from: "0" },
  }),
  [`GET ${EPISODE}/events/search`]: () => ({ query: { text: "canary" } }),
  [`DELETE ${CAMPAIGN}`]: () => ({
    parts: { campaign: "nobody" },
    query: { reason: "seen enough" },
  }),
  [`DELETE ${CAMPAIGN}/content`]: () => ({
    parts: { campaign: "nobody" },
    query: { reason: "seen enough" },
  }),
  [`DELETE ${LIVE}/[live]`]: () => ({ parts: { live: randomUUID() } }),
  [`POST ${LIVE}/[live]/seal`]: () => ({ parts: { live: randomUUID() } }),
  [`DELETE ${UPLOAD}`]: () => ({ parts: { upload: randomUUID() } }),
  [`POST ${UPLOAD}/chunks/[chunk]`]: () => ({ parts: { upload: randomUUID(), chunk: "0" } }),
  [`POST ${UPLOAD}/complete`]: () => ({ parts: { upload: randomUUID() } }),
};

function sides({ arms: [baseline, candidate] }: Home): More {
  return { query: { baseline, candidate } };
}

/** The request that a row of the matrix is asked by, in this project. */
export function requestOf(route: string, home: Home, change: Record<string, string> = {}): Asked {
  const [method = "", pattern = ""] = route.split(" ", 2);
  const { query = {}, parts = {}, ...more } = MORE[route]?.(home) ?? {};
  const known = { ...home.parts, ...parts, ...change };
  const path = pattern.replaceAll(/\[(\w+)\]/g, (_, name: string) => encoded(known[name] ?? ""));
  const body = method === "POST" ? { body: "not JSON" } : {};
  return { method, path: withQuery(path, query), ...body, ...more };
}

/** As a browser would send it; what is escaped already stays as it is. */
function encoded(part: string): string {
  return /%[0-9a-f]{2}/i.test(part) ? part : encodeURIComponent(part);
}

/** Stands in an address until it is given, so that nothing encodes what comes in its place. */
const MARK = "x9mark";

/** The same with this in place of a part of its address, byte for byte. */
export function withPart(route: string, home: Home, name: string, part: string): Asked {
  const { path, ...rest } = requestOf(route.replace("[...", "["), home, { [name]: MARK });
  return { ...rest, path: path.replace(MARK, () => part) };
}

/** What varies in an address. */
export function partsOf(route: string): string[] {
  return [...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = ""]) => name);
}

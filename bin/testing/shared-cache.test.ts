import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "./raw-request";
import { startSharedCache, type SharedCache } from "./shared-cache";

/** A server that greets whoever asks by their cookie, with the headers of the case. */
let server: Server;
let cache: SharedCache;
let answered: OutgoingHttpHeaders = {};

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    response.writeHead(200, answered).end(`${headers.cookie ?? headers.authorization} reads`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  cache = await startSharedCache(`http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await cache.stop();
  server.close();
});

let paths = 0;

/** What Ben gets after Ada asked for the same. */
async function benAfterAda(
  headers: OutgoingHttpHeaders,
  by: { method?: string; as?: "cookie" | "authorization"; also?: Record<string, string> } = {},
) {
  answered = headers;
  paths += 1;
  const { method = "GET", as = "cookie", also = {} } = by;
  const path = `/${paths}`;
  const ask = (name: string) =>
    send(cache.address, { method, path, headers: { ...also, [as]: name } });
  await ask("Ada");
  return (await ask("Ben")).body;
}

const ADAS = "Ada reads";
const BENS = "Ben reads";
const later = () => new Date(Date.now() + 60_000).toUTCString();

test("C6: the cache of the tests gives one person's answer to another wherever RFC 9111 lets it", async () => {
  expect(await benAfterAda({ "cache-control": "public, max-age=60" })).toBe(ADAS);
  expect(await benAfterAda({ "cache-control": "max-age=60" })).toBe(ADAS);
  expect(await benAfterAda({ "cache-control": "max-age=0, s-maxage=60" })).toBe(ADAS);
  expect(await benAfterAda({ expires: later() })).toBe(ADAS);
  expect(await benAfterAda({})).toBe(ADAS); // nothing said: for as long as it likes
  expect(await benAfterAda({ "cache-control": "public", vary: "accept" })).toBe(ADAS);
  const token = { as: "authorization" } as const;
  expect(await benAfterAda({ "cache-control": "public, max-age=60" }, token)).toBe(ADAS);
  expect(cache.counts()).toEqual({ kept: 7, given: 7 });
});

test("C6: and nowhere else", async () => {
  for (const said of [
    "private, max-age=60",
    "private, no-store",
    "no-store",
    "no-cache",
    "max-age=0",
    "public, s-maxage=0, max-age=60",
    "Private",
  ])
    expect([said, await benAfterAda({ "cache-control": said })]).toEqual([said, BENS]);
  expect(await benAfterAda({ expires: new Date(0).toUTCString() })).toBe(BENS);
  expect(await benAfterAda({ "cache-control": "public", vary: "*" })).toBe(BENS);
  expect(await benAfterAda({ "cache-control": "public", vary: "Accept, Cookie" })).toBe(BENS);
  const token = { as: "authorization" } as const;
  expect(await benAfterAda({ "cache-control": "max-age=60" }, token)).toBe(BENS);
  const fresh = { also: { "cache-control": "no-cache" } };
  expect(await benAfterAda({ "cache-control": "public, max-age=60" }, fresh)).toBe(BENS);
  expect(await benAfterAda({ "cache-control": "public" }, { method: "POST" })).toBe(BENS);
});

test("what varies is kept for each, and a change makes it forget", async () => {
  answered = { "cache-control": "public, max-age=60", vary: "cookie" };
  const ask = (cookie: string, method = "GET") =>
    send(cache.address, { path: "/varies", method, headers: { cookie } });
  const before = cache.counts().given;
  for (const name of ["Ada", "Ben", "Ada", "Ben"])
    expect((await ask(name)).body).toBe(`${name} reads`);
  expect(cache.counts().given - before).toBe(2);
  expect((await ask("Ada")).headers.age).toBe("0");
  await ask("Ada", "DELETE");
  expect((await ask("Ada")).headers.age).toBeUndefined();
});

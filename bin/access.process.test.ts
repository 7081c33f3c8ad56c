import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTIONS, ASKERS, ROUTES, statusFor, type Asker, type Row } from "@/lib/auth/route-matrix";
import { figure } from "@/lib/testing/security-figure";
import { openWorld, type Home, type World } from "./testing/access-world";
import { callOf } from "./testing/action-requests";
import { builtActions, builtAddresses, type BuiltAction } from "./testing/built-routes";
import { send, type Answered, type Asked } from "./testing/raw-request";
import { requestOf } from "./testing/route-requests";
import { startSharedCache, type SharedCache } from "./testing/shared-cache";

/** The whole of security.md group C on the built server: real sessions, real tokens, two projects. */
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Asks as our own page does, or as a program with its token. */
function ask(asker: Asker, asked: Asked): Promise<Answered> {
  return askWith(world.askers[asker].headers, asked);
}

function askWith(headers: Record<string, string>, asked: Asked): Promise<Answered> {
  const isProgram = "authorization" in headers;
  const own = isProgram || asked.method === "GET" ? {} : { origin: world.server.address };
  return send(world.server.address, {
    ...asked,
    headers: { ...own, ...headers, ...asked.headers },
  });
}

const reads = Object.keys(ROUTES).filter((route) => route.startsWith("GET "));

it("C1: the build has no route and no action without a row, and no row is without one", () => {
  const addresses = new Set(builtAddresses().map(({ address }) => address));
  const rows = Object.keys(ROUTES).map((route) => route.split(" ")[1] ?? "");
  expect([...new Set(rows)].toSorted()).toEqual([...addresses].toSorted());
  expect(Object.keys(ACTIONS).toSorted()).toEqual(
    builtActions()
      .map(({ key }) => key)
      .toSorted(),
  );
});

it("C1, C4: every route answers every asker as the matrix says", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const [route, row] of Object.entries(ROUTES))
    for (const asker of ASKERS) {
      const { status } = await ask(asker, requestOf(route, world.home));
      asked += 1;
      note(wrong, { what: route, asker, row, status });
    }
  expect(wrong).toEqual([]);
  await figure("C1", `${asked} of ${asked} answers of routes as the matrix has them`);
});

it("C1, C4: every action answers every asker as the matrix says", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const action of builtActions())
    for (const asker of ASKERS) {
      const row = ACTIONS[action.key];
      const answer = await ask(asker, await callOf(action, world.home));
      asked += 1;
      const status = leadsToSignIn(answer) ? 303 : answer.status;
      if (row !== undefined) note(wrong, { what: action.key, asker, row, status });
    }
  expect(wrong).toEqual([]);
  await figure("C1", `${asked} of ${asked} answers of actions as the matrix has them`);
});

/** Next answers an action that redirects with the page it leads to, and says where that is. */
function leadsToSignIn({ headers }: Answered): boolean {
  return String(headers["x-action-redirect"] ?? "").startsWith("/sign-in");
}

function note(
  wrong: string[],
  { what, asker, row, status }: { what: string; asker: Asker; row: Row; status: number },
): void {
  const promised = statusFor(row, asker);
  if (status !== promised) wrong.push(`${what} to ${asker}: ${status}, promised ${promised}`);
}

/** Other ways to the same address, as a router, a proxy or somebody with ideas might take. */
const WAYS: Readonly<Record<string, (asked: Asked) => Asked>> = {
  "RSC: 1": (asked) => ({ ...asked, headers: { ...asked.headers, rsc: "1" } }),
  "?_rsc": (asked) => ({ ...asked, path: also(asked.path, "_rsc=1a2b3"), headers: { rsc: "1" } }),
  prefetch: (asked) => ({ ...asked, headers: { rsc: "1", "next-router-prefetch": "1" } }),
  segment: (asked) => ({
    ...asked,
    headers: {
      rsc: "1",
      "next-router-prefetch": "1",
      "next-router-segment-prefetch": "/_tree",
    },
  }),
  ".rsc": (asked) => ({ ...asked, path: asked.path.replace(/(\?|$)/, ".rsc$1") }),
  ".segments": (asked) => ({
    ...asked,
    path: asked.path.replace(/(\?|$)/, ".segments/_tree.segment.rsc$1"),
  }),
  "//": (asked) => ({ ...asked, path: `/${asked.path}` }),
  "inner //": (asked) => ({ ...asked, path: asked.path.replace(/^\/(\w+)\//, "/$1//") }),
  "%2e": (asked) => ({ ...asked, path: `/%2e${asked.path}` }),
  "/en/..": (asked) => ({ ...asked, path: `/en/..${asked.path}` }),
  "slash behind": (asked) => ({ ...asked, path: asked.path.replace(/(\?|$)/, "/$1") }),
  "x-middleware-subrequest": (asked) => ({
    ...asked,
    headers: { "x-middleware-subrequest": "middleware:middleware:middleware:middleware" },
  }),
  HEAD: (asked) => ({ ...asked, method: "HEAD" }),
  OPTIONS: (asked) => ({ ...asked, method: "OPTIONS" }),
};

function also(path: string, pair: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${pair}`;
}

it("C2: no other way to an address shows what the straight one refuses", async () => {
  const shown: string[] = [];
  let asked = 0;
  for (const route of reads)
    for (const [way, by] of Object.entries(WAYS))
      for (const asker of ["nobody", "foreign viewer", "ingest token"] as const) {
        const row = ROUTES[route];
        if (row === undefined || (row.gate[asker] === "in" && row.in === 200)) continue;
        const answer = await ask(asker, by(requestOf(route, world.home)));
        asked += 1;
        if (tells(answer, world.home) || answer.status >= 500)
          shown.push(`${route} by ${way} to ${asker}: ${answer.status}`);
      }
  expect(shown).toEqual([]);
  await figure("C2", `${asked} other ways to refused addresses, 0 tell anything`);
});

/** Whether an answer holds anything of the project: its canary is in each of its texts. */
function tells({ body, headers }: Answered, { canary }: Home): boolean {
  return body.includes(canary) || JSON.stringify(headers).includes(canary);
}

/**
 * An answer without what differs between any two. The scripts of a page hold it a second time, in parts
 * that come in any order.
 */
function bare({ status, headers, body }: Answered) {
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const nonces = /nonce=\\?"[^"]*"|nonce-[A-Za-z0-9+/=]+|"nonce\\?":\\?"[^"]*"/g;
  return {
    status,
    type: headers["content-type"],
    body: body
      .replaceAll(/<script\b.*?<\/script>/gs, "")
      .replaceAll(ids, "")
      .replaceAll(nonces, ""),
  };
}

/** Parts of addresses that a stranger may try in place of one that is theirs. */
const FORMS = [
  ":key",
  "[]",
  "9223372036854775808",
  "__proto__",
  "constructor",
  "%00",
  "..%2f..%2fetc%2fpasswd",
  "' or 1=1--",
];

it("C3: an id of another project is answered as one that there is not", async () => {
  const differs: string[] = [];
  let asked = 0;
  const routes = Object.keys(ROUTES).filter((route) => /\[(?!project)\w+\]/.test(route));
  for (const route of routes) {
    const names = [...route.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
    for (const name of names.filter((one) => one !== "project" && one !== "check")) {
      // Numbers within a campaign or an upload are nobody's own: see below.
      if (["episode", "file", "chunk"].includes(name)) continue;
      const theirs = requestOf(route, world.home, { [name]: world.away.parts[name] ?? "" });
      const random = requestOf(route, world.home, { [name]: randomUUID() });
      const [foreign, unknown] = [await ask("admin", theirs), await ask("admin", random)];
      asked += 1;
      const same =
        JSON.stringify(scrubbed(foreign, theirs)) === JSON.stringify(scrubbed(unknown, random));
      const isChange = !route.startsWith("GET ");
      if (!same || (foreign.status !== 404 && !isChange) || tells(foreign, world.away))
        differs.push(
          `${route} ${name}: ${foreign.status} and ${unknown.status}, ${difference(scrubbed(foreign, theirs).body, scrubbed(unknown, random).body)}`,
        );
    }
  }
  expect(differs).toEqual([]);
  await figure("C3", `${asked} of ${asked} foreign ids answered as random ones`);
});

/** What an answer says, without the address that was asked for. */
function scrubbed(answer: Answered, asked: Asked) {
  const { status, type, body } = bare(answer);
  const parts = asked.path.split(/[/?]/).filter((part) => part.length > 6);
  return { status, type, body: parts.reduce((text, part) => text.replaceAll(part, ""), body) };
}

/** Where two texts part, for the message of a failure. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${around(one)} | ${around(other)}`;
}

it("C3: an episode of one campaign is not found under another, and odd ids are no ids", async () => {
  const wrong: string[] = [];
  for (const route of Object.keys(ROUTES).filter((one) => /\[(?!project)\w+\]/.test(one)))
    for (const form of FORMS)
      for (const [, name = ""] of route.matchAll(/\[(\w+)\]/g)) {
        const { status } = await ask("admin", requestOf(route, world.home, { [name]: form }));
        if (![400, 404].includes(status)) wrong.push(`${route} with ${name}=${form}: ${status}`);
      }
  const nested = requestOf(
    "GET /api/v1/projects/[project]/campaigns/[campaign]/episodes/[episode]",
    world.home,
    {
      campaign: world.home.arms[1].split("/")[0] ?? "",
      episode: "3",
    },
  );
  expect((await ask("admin", nested)).status).toBe(404);
  expect(wrong).toEqual([]);
});

it("B7: with the second step pending every page, route and action answers as it answers nobody", async () => {
  const { headers, finish } = world.halfSignedIn;
  const differs: string[] = [];
  let [routes, actions] = [0, 0];
  for (const route of Object.keys(ROUTES)) {
    const asked = requestOf(route, world.home);
    const [half, nobody] = [await askWith(headers, asked), await ask("nobody", asked)];
    const same = JSON.stringify(told(half)) === JSON.stringify(told(nobody));
    routes += 1;
    if (!same || tells(half, world.home)) differs.push(`${route}: ${half.status}`);
  }
  for (const action of builtActions()) {
    const row = ACTIONS[action.key];
    const answer = await askWith(headers, await callOf(action, world.home));
    const status = leadsToSignIn(answer) ? 303 : answer.status;
    actions += 1;
    if (row === undefined || status !== statusFor(row, "nobody") || tells(answer, world.home))
      differs.push(`${action.key}: ${status}`);
  }
  expect(differs).toEqual([]);

  // The same person, once the code is given: it was the second step that kept the doors shut.
  const whole = await finish();
  const opened: string[] = [];
  for (const route of reads) {
    const row = ROUTES[route];
    if (row === undefined || statusFor(row, "nobody") === statusFor(row, "instance admin"))
      continue;
    const { status } = await askWith(whole, requestOf(route, world.home));
    expect([route, status]).toEqual([route, statusFor(row, "admin")]);
    opened.push(route);
  }
  expect(opened.length).toBeGreaterThan(40);
  await figure(
    "B7",
    `pending, all ${routes} routes and ${actions} actions answer as for nobody; the code opens ${opened.length} of them`,
  );
});

/** What an answer says and where it leads. */
function told(answer: Answered) {
  return { ...bare(answer), to: answer.headers.location };
}

it("C5: no page and no answer gives a viewer anything secret", async () => {
  const { sql } = world.database;
  const own = world.askers.viewer.personId;
  const secret = `secret-${randomUUID()}`;
  await sql`update sign_in_accounts set password_hash = password_hash || ${secret}
    where person_id <> ${own}`;
  await sql`insert into second_factors (id, person_id, secret_encrypted, recovery_codes_encrypted)
    values (gen_random_uuid(), ${world.askers.admin.personId}, ${secret}, ${secret})`;
  const roles = JSON.stringify([{ projectId: world.home.scope.projectId, role: "admin" }]);
  await sql`insert into invitations (id, sha256, email, roles, expires_at)
    values (gen_random_uuid(), sha256('invitation'), 'invited@aftermath.test',
      ${roles}::text::jsonb, now() + interval '1 day')`;
  await sql`insert into reset_links (id, person_id, sha256, expires_at)
    values (gen_random_uuid(), ${world.askers.admin.personId}, sha256('reset'),
      now() + interval '1 day')`;
  await sql`insert into setup_codes (id, sha256, expires_at)
    values (gen_random_uuid(), sha256('set-up'), now() + interval '1 day')`;
  const digests = await sql<{ of: string; hex: string; base64: string }[]>`
    with digests as (
      select 'api_tokens' as of, sha256 from api_tokens
      union all select 'invitations', sha256 from invitations
      union all select 'reset_links', sha256 from reset_links
      union all select 'setup_codes', sha256 from setup_codes
      union all select 'spent_codes', sha256 from spent_codes
      union all select 'sessions', decode(token_sha256, 'hex') from sessions)
    select of, encode(sha256, 'hex') as hex, encode(sha256, 'base64') as base64 from digests`;
  expect([...new Set(digests.map((one) => one.of))].toSorted()).toEqual([
    "api_tokens",
    "invitations",
    "reset_links",
    "sessions",
    "setup_codes",
    "spent_codes",
  ]);
  const waiting = await sql<{ name: string }[]>`
    select identifier_sha256 as name from verifications`;
  const others = await sql<{ email: string }[]>`
    select email from people where id <> ${own} union all select email from invitations`;
  const tokens = (["ingest token", "read token"] as const).map((asker) =>
    (world.askers[asker].headers["authorization"] ?? "").slice("Bearer aft_".length),
  );
  const secrets = [
    secret,
    ...world.secrets,
    ...digests.flatMap(({ hex, base64 }) => [hex, base64]),
    ...waiting.map(({ name }) => name),
    ...others.map(({ email }) => email),
    ...tokens,
  ];
  expect(secrets.every((one) => one.length >= 10)).toBe(true);
  expect(secrets.length).toBeGreaterThan(35);
  const hits: string[] = [];
  let read = 0;
  for (const route of reads)
    for (const headers of [{}, { rsc: "1" }]) {
      const answer = await ask("viewer", { ...requestOf(route, world.home), headers });
      const said = answer.body + JSON.stringify(answer.headers);
      read += 1;
      for (const one of secrets) if (said.includes(one)) hits.push(`${route}: ${one}`);
    }
  expect(hits).toEqual([]);
  await figure("C5", `${secrets.length} secrets in ${read} answers to a viewer: 0 found`);
});

/** Two people of two projects, and what each of them alone may see. */
function readers() {
  const marks = {
    viewer: [world.home.canary, "viewer@aftermath.test"],
    "foreign viewer": [world.away.canary, "foreign@aftermath.test"],
  };
  return [
    { asker: "viewer", own: marks.viewer, others: marks["foreign viewer"] },
    { asker: "foreign viewer", own: marks["foreign viewer"], others: marks.viewer },
  ] as const;
}

/** Both ask for everything of both projects in turn. */
async function readInTurn(cache: SharedCache, rounds: number) {
  const crossed: string[] = [];
  const kept = new Set<string>();
  let [asked, seen] = [0, 0];
  for (let round = 0; round < rounds; round += 1)
    for (const route of reads)
      for (const place of [world.home, world.away])
        for (const { asker, own, others } of readers()) {
          const { headers } = world.askers[asker];
          const answer = await send(cache.address, { ...requestOf(route, place), headers });
          asked += 1;
          if (own.some((mark) => answer.body.includes(mark))) seen += 1;
          if (others.some((mark) => answer.body.includes(mark)))
            crossed.push(`${route} to ${asker}`);
          const { "cache-control": said = "", vary = "" } = answer.headers;
          if (said !== "private, no-store" || !/\bcookie\b/i.test(vary))
            kept.add(`${route}: ${said}; ${vary}`);
        }
  return { crossed, kept: [...kept], asked, seen };
}

it("C6: two who take turns through a cache that they share never get the other's answer", async () => {
  const cache = await startSharedCache(world.server.address);
  const { crossed, kept, asked, seen } = await readInTurn(cache, 5);
  expect(crossed).toEqual([]);
  expect(kept).toEqual([]);
  expect(seen).toBeGreaterThan(300); // there was something to cross
  expect(cache.counts()).toEqual({ kept: 0, given: 0 });

  // What everybody may have is kept there: the scripts of the pages.
  const signIn = await send(cache.address, { path: "/sign-in" });
  const path = /\/_next\/static\/[^"]+\.js/.exec(signIn.body)?.[0] ?? "";
  for (let no = 0; no < 3; no += 1) expect((await send(cache.address, { path })).status).toBe(200);
  expect(cache.counts()).toEqual({ kept: 1, given: 2 });
  await cache.stop();
  await figure(
    "C6",
    `2 readers, ${reads.length} routes, 5 rounds through a shared cache, ${asked} answers: 0 crossings, 0 kept`,
  );
});

it("C6: the same turns cross at once where a server says public, so that they would be seen", async () => {
  const careless = await startSharedCache(world.server.address, (headers) => ({
    ...headers,
    vary: "accept",
    "cache-control": "public, max-age=600",
  }));
  const { crossed } = await readInTurn(careless, 1);
  await careless.stop();
  expect(new Set(crossed).size).toBeGreaterThan(30);
});

it("B9: a token that was revoked opens nothing from the next request on", async () => {
  const read = requestOf("GET /api/v1/projects/[project]/campaigns", world.home);
  expect((await ask("read token", read)).status).toBe(200);
  const { sql } = world.database;
  const [row] = await sql<{ id: string }[]>`select id from api_tokens where name = 'read'`;
  const revoke = builtActions().find(({ name }) => name === "revokeTokenNow");
  const call = await callOf(named(revoke), world.home, {
    args: [world.home.parts["project"]],
    form: { id: row?.id ?? "" },
  });
  expect((await ask("editor", call)).status).toBe(403);
  expect((await ask("read token", read)).status).toBe(200);
  const began = performance.now();
  expect((await ask("admin", call)).status).toBeLessThan(400);
  expect((await ask("read token", read)).status).toBe(401);
  const tookMs = Math.round(performance.now() - began);
  expect(tookMs).toBeLessThan(1000);
  await figure("B9", `a revoked token is refused ${tookMs} ms after the click (bar: 1,000)`);
});

function named(action: BuiltAction | undefined): BuiltAction {
  if (action === undefined) throw new Error("the build has no such action");
  return action;
}

it("B9: a token in an address is no token", async () => {
  const { authorization = "" } = world.askers["ingest token"].headers;
  const token = authorization.slice("Bearer ".length);
  for (const name of ["token", "access_token", "authorization", "api_key"]) {
    const path = `/api/v1/projects/home/imports?${name}=${token}`;
    expect((await ask("nobody", { path })).status).toBe(401);
  }
});

it("C4, B6: another role counts from the next request on, and nobody gives one to themselves", async () => {
  const noting = requestOf(
    "POST /api/v1/projects/[project]/campaigns/[campaign]/episodes/[episode]/annotations",
    world.home,
  );
  const action = named(builtActions().find(({ name }) => name === "changeMemberNow"));
  const give = async (by: Asker, to: Asker, role: string) => {
    const form = { personId: world.askers[to].personId ?? "", role };
    const args = [world.home.parts["project"], { problem: null, done: null }];
    return (await ask(by, await callOf(action, world.home, { args, form }))).body;
  };
  expect((await ask("editor", noting)).status).toBe(400);
  await give("admin", "editor", "viewer");
  expect((await ask("editor", noting)).status).toBe(403);
  await give("admin", "editor", "none");
  expect((await ask("editor", noting)).status).toBe(404);
  expect(await give("admin", "admin", "viewer")).toContain("Nobody changes their own role");
  await give("viewer", "viewer", "admin");
  expect((await ask("viewer", noting)).status).toBe(403);
});

it("B9: an address that sent ten bad tokens is refused before any is looked up", async () => {
  const headers = { authorization: `Bearer aft_${"x".repeat(43)}` };
  const path = "/api/v1/projects";
  const statuses: number[] = [];
  for (let no = 0; no < 12; no += 1)
    statuses.push((await send(world.server.address, { path, headers })).status);
  const bad = statuses.filter((status) => status === 401).length;
  expect(bad).toBeLessThanOrEqual(10);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  await figure("B9", `after ${bad} bad tokens of a minute the address is answered 429`);
});

import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listMembers } from "@/db/queries/members";
import { setBanned } from "@/db/queries/people";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { invite } from "./invitations";
import { changePassword } from "./own-account";
import { makeResetLink } from "./reset-links";
import { signIn } from "./sign-in";
import { createSso, finishSso, SSO_CALLBACK, startSso, type Sso } from "./sso";
import { signedInOf } from "./signed-in";
import { CLIENT_ID, startFakeIdp } from "./testing/fake-idp";
import {
  newAddress,
  newPerson,
  PASSWORD,
  sentFrom,
  signedInCookies,
  testAccounts,
} from "./testing/people";
import { untold } from "./testing/untold";

const publicUrl = "http://localhost:3000";
let database: TestDatabase;
let idp: Awaited<ReturnType<typeof startFakeIdp>>;
let accounts: ReturnType<typeof testAccounts>;
let sso: Sso;
let admin: string;

const secret = randomBytes(32).toString("hex");
const ssoAt = (issuer: string) =>
  createSso({
    db: database.db,
    secret,
    publicUrl,
    log: () => {},
    oidc: { issuer, clientId: CLIENT_ID, clientSecret: "s3", name: "House" },
  });

beforeAll(async () => {
  database = await openTestDatabase();
  idp = await startFakeIdp();
  accounts = testAccounts(database, { secret });
  sso = ssoAt(idp.issuer);
  admin = (await newPerson(database)).personId;
});
afterAll(async () => {
  await idp.stop();
  await database.drop();
});
beforeEach(() => {
  Object.assign(idp.behaviour, { claims: {}, change: (claims: object) => claims, sign: "good" });
});

let people = 0;
/** Somebody whom the service knows and who is invited here. */
async function invited(roles: { projectId: string; role: "viewer" | "editor" }[] = []) {
  people += 1;
  const email = `house-${people}@test.example`;
  await invite(database.db, admin, { email, roles });
  return { sub: `sub-${people}`, email, email_verified: true, name: "Cyd House" };
}

type Back = { code: string; state: string };

/** One round: to the service and back, as a browser goes. `onTheWay` may meddle with what comes back. */
async function round(
  onTheWay: (back: Back, cookies: string[]) => { back: Back; cookies: string[] } = (
    back,
    cookies,
  ) => ({
    back,
    cookies,
  }),
) {
  const started = await startSso(sso, { next: "/p/demo", publicUrl }, sentFrom(newAddress()));
  const { back, cookies } = onTheWay(idp.authorise(started.location), started.cookies);
  return { ...(await comeBack(back, cookies)), back, cookies, location: started.location };
}

async function comeBack(back: Back, cookies: string[]) {
  const url = `${publicUrl}${SSO_CALLBACK}?${new URLSearchParams(back)}`;
  const response = await finishSso(
    database.db,
    sso,
    new Request(url, { headers: sentFrom("10.8.8.8", cookies) }),
  );
  const set = response.headers.getSetCookie();
  const person = (await signedInOf(accounts, sentFrom("10.8.8.8", set)))?.person ?? null;
  return { to: response.headers.get("location"), person, set };
}

test("B8: an invited person comes in with the invited roles, and again by subject without another invitation", async () => {
  const scope = await database.newProject();
  idp.behaviour.claims = await invited([{ projectId: scope.projectId, role: "editor" }]);
  const first = await round();
  expect(first.to).toBe(`${publicUrl}/p/demo`);
  expect(first.person).toMatchObject({ name: "Cyd House", email: idp.behaviour.claims["email"] });
  expect(await listMembers(database.db, scope)).toMatchObject([
    { name: "Cyd House", role: "editor" },
  ]);
  const asked = new URL(first.location).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("response_type")).toBe("code");
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.get(name)?.length).toBeGreaterThanOrEqual(32);
  const again = await round();
  expect(again.person?.personId).toBe(first.person?.personId);
  const stored = JSON.stringify(await database.sql`select * from sign_in_accounts`);
  expect(stored).not.toMatch(/canary|eyJ/);
});

test("B8: wrong issuer, audience, nonce, state, alg=none, another key, expired, replayed code, unverified address of an admin, no token, another party: all refused", async () => {
  const local = await newPerson(database);
  await database.sql`update people set instance_admin = true where id = ${local.personId}`;
  const before = await database.sql`select id from people`;
  const claims = await invited();
  const now = Math.floor(Date.now() / 1000);
  const attempts: Record<string, () => Promise<{ person: unknown; to: string | null }>> = {
    issuer: async () => {
      idp.behaviour.change = (given) => ({ ...given, iss: "https://evil.example" });
      return round();
    },
    audience: async () => {
      idp.behaviour.change = (given) => ({ ...given, aud: "another-client" });
      return round();
    },
    nonce: async () => {
      idp.behaviour.change = (given) => ({ ...given, nonce: "n".repeat(32) });
      return round();
    },
    "no nonce": async () => {
      idp.behaviour.change = (given) => ({ ...given, nonce: undefined });
      return round();
    },
    state: async () =>
      round((back, cookies) => ({ back: { ...back, state: "s".repeat(32) }, cookies })),
    "state of another browser": async () => round((back) => ({ back, cookies: [] })),
    "alg=none": async () => {
      idp.behaviour.sign = "none";
      return round();
    },
    "another key": async () => {
      idp.behaviour.sign = "foreign key";
      return round();
    },
    expired: async () => {
      idp.behaviour.change = (given) => ({ ...given, iat: now - 900, exp: now - 600 });
      return round();
    },
    "unverified address of the local admin": async () => {
      idp.behaviour.claims = { sub: "thief", email: local.email, email_verified: false };
      return round();
    },
    "verified address of the local admin": async () => {
      idp.behaviour.claims = { sub: "thief", email: local.email, email_verified: true };
      return round();
    },
    "unverified address that is invited": async () => {
      idp.behaviour.claims = { ...claims, email_verified: false };
      return round();
    },
    "nobody invited": async () => {
      idp.behaviour.claims = { ...claims, email: "stranger@test.example" };
      return round();
    },
    "no ID token": async () => {
      idp.behaviour.sign = "no token";
      return round();
    },
    "a token for two, issued to the other": async () => {
      idp.behaviour.change = (given) => ({ ...given, aud: [CLIENT_ID, "b"], azp: "b" });
      return round();
    },
  };
  const got: Record<string, boolean> = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    Object.assign(idp.behaviour, { claims, change: (given: object) => given, sign: "good" });
    const { person, to } = await attempt();
    got[name] = person === null && (to ?? "").startsWith(`${publicUrl}/sign-in?error=`);
  }
  // A code or a whole answer that is sent a second time.
  Object.assign(idp.behaviour, { claims, change: (given: object) => given, sign: "good" });
  const good = await round();
  expect(good.person).not.toBeNull();
  const replayed = await comeBack(good.back, good.cookies);
  got["replayed answer"] = replayed.person === null;
  const stolen = await round((back, cookies) => ({
    back: { ...back, code: good.back.code },
    cookies,
  }));
  got["replayed code"] = stolen.person === null;

  expect(Object.entries(got).filter(([, refused]) => !refused)).toEqual([]);
  const after = await database.sql`select id from people`;
  expect(after.length).toBe(before.length + 1); // the one good round
  const [accountsOfLocal] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from sign_in_accounts where person_id = ${local.personId}`;
  expect(accountsOfLocal?.n).toBe(1);
  await figure(
    "B8",
    `${Object.keys(got).length} of ${Object.keys(got).length} forged or foreign sign-ins refused (bar: 9)`,
  );
});

test("A8: tells of each sign-in by the service, and of each that was refused, by one row", async () => {
  const rows = async (): Promise<unknown[]> => {
    const all = await database.sql`
      select actor_kind as kind, actor_id as by, object_id as of, action, outcome,
        detail::jsonb ->> 'by' as step, detail::jsonb ->> 'reason' as reason
      from audit_entries order by id`;
    return [...all];
  };
  let told = (await rows()).length;
  const since = async (): Promise<unknown[]> => {
    const all = await rows();
    const added = all.slice(told);
    told = all.length;
    return added;
  };
  idp.behaviour.claims = await invited();
  const first = await round();
  const by = first.person?.personId;
  const signedIn = {
    kind: "person",
    by,
    of: by,
    action: "session.signed_in",
    outcome: "done",
    step: "sign-in service",
    reason: null,
  };
  const joined = {
    kind: "person",
    by,
    of: null,
    action: "person.joined",
    outcome: "done",
    step: null,
    reason: null,
  };
  expect(await since()).toEqual([joined, signedIn]);
  await round();
  expect(await since()).toEqual([signedIn]);

  const refused = (reason: string) => ({
    kind: "nobody",
    by: null,
    of: null,
    action: "session.signed_in",
    outcome: "refused",
    step: "sign-in service",
    reason,
  });
  const replayed = await comeBack(first.back, first.cookies);
  expect(replayed.person).toBeNull();
  expect(await since()).toHaveLength(1);
  idp.behaviour.claims = { ...idp.behaviour.claims, sub: "x", email: "stranger@test.example" };
  await round();
  expect(await since()).toEqual([refused("not_invited")]);
  await setBanned(database.db, by ?? "", true);
  idp.behaviour.claims = { ...idp.behaviour.claims, sub: `sub-${people}` };
  await round();
  expect(await since()).toHaveLength(1);
  // What stands in the address as somebody wrote it is not told.
  const url = `${publicUrl}${SSO_CALLBACK}?error=${encodeURIComponent("my secret!")}&state=x`;
  await finishSso(database.db, sso, new Request(url, { headers: sentFrom(newAddress()) }));
  expect(await since()).toHaveLength(1);
  const [all] = await database.sql<{ text: string }[]>`
    select string_agg(t::text, ' ') as text from audit_entries t`;
  for (const one of [first.back.code, first.back.state, "my secret", ...first.set])
    expect(all?.text).not.toContain(one);
});

test("A8: a first sign-in by the service, its roles and its rows are there together, or none of them", async () => {
  const scope = await database.newProject();
  idp.behaviour.claims = await invited([{ projectId: scope.projectId, role: "viewer" }]);
  const email = String(idp.behaviour.claims["email"]);
  const kept = async () => {
    const [row] = await database.sql`
      select
        (select count(*)::int from people where email = ${email}) as people,
        (select count(*)::int from sign_in_accounts where account like ${`% ${idp.behaviour.claims.sub}`}) as accounts,
        (select count(*)::int from project_members where project_id = ${scope.projectId}) as roles,
        (select count(*)::int from sessions s join people p on p.id = s.person_id where email = ${email}) as sessions,
        (select count(*)::int from invitations where email = ${email} and used_at is null) as open,
        (select string_agg(action, ' ' order by id) from audit_entries where actor_name = 'Cyd House'
          and actor_id = (select id::text from people where email = ${email})) as told`;
    return row;
  };
  const nothing = { people: 0, accounts: 0, roles: 0, sessions: 0, open: 1, told: null };
  expect(await kept()).toEqual(nothing);
  // The roles are told of before the person who joined is: neither may be missing.
  for (const actions of ["member.%", "person.joined"]) {
    const { person, to } = await untold(database, actions, () => round());
    expect([person, to]).toEqual([null, `${publicUrl}/sign-in?error=unable_to_create_user`]);
    expect(await kept()).toEqual(nothing);
  }
  await expect(untold(database, "session.signed_in", () => round())).rejects.toThrow(
    "append_audit_entry",
  );
  const joined = {
    people: 1,
    accounts: 1,
    roles: 1,
    open: 0,
    told: "member.added person.joined",
  };
  expect(await kept()).toEqual({ ...joined, sessions: 0 });
  expect((await round()).person?.roles).toEqual(new Map([[scope.projectId, "viewer"]]));
  expect(await kept()).toEqual({
    ...joined,
    sessions: 1,
    told: `${joined.told} session.signed_in`,
  });
});

test("B8: whose invitation was withdrawn while they were at the service does not come in", async () => {
  idp.behaviour.claims = await invited();
  const started = await startSso(sso, { next: "/", publicUrl }, sentFrom(newAddress()));
  const back = idp.authorise(started.location);
  await database.sql`delete from invitations where email = ${String(idp.behaviour.claims["email"])}`;
  expect((await comeBack(back, started.cookies)).person).toBeNull();
});

test("B6: an address of IPv6 is noted whole with the session", async () => {
  idp.behaviour.claims = await invited();
  const address = "2001:db8::7:1";
  const started = await startSso(sso, { next: "/", publicUrl }, sentFrom(address));
  const back = idp.authorise(started.location);
  const url = `${publicUrl}${SSO_CALLBACK}?${new URLSearchParams(back)}`;
  await finishSso(
    database.db,
    sso,
    new Request(url, { headers: sentFrom(address, started.cookies) }),
  );
  const { email } = await newPerson(database);
  await signIn(accounts, { email, password: PASSWORD }, sentFrom(address));
  const noted = await database.sql`select address as at from sessions where address like '2001%'`;
  const told = await database.sql`
    select detail ->> 'address' as at from audit_entries where detail ->> 'address' like '2001%'`;
  expect([...noted, ...told]).toEqual([1, 2, 3, 4].map(() => ({ at: address })));
});

test("B8: who comes by the service alone cannot set a password, nor be given one", async () => {
  idp.behaviour.claims = await invited();
  const { person, set } = await round();
  const own = { accounts, headers: sentFrom(newAddress(), set) };
  await expect(
    changePassword(own, { current: "", next: "eleven slow otters drift" }),
  ).rejects.toMatchObject({ code: "invalid_input" });
  await expect(makeResetLink(database.db, person?.personId ?? "")).rejects.toMatchObject({
    code: "conflict",
  });
  const hashes = await database.sql`
    select 1 from sign_in_accounts where person_id = ${person?.personId ?? ""} and password_hash is not null`;
  expect(hashes).toHaveLength(0);
});

test("B8: a banned person is not let in by the service either", async () => {
  idp.behaviour.claims = await invited();
  const { person } = await round();
  await setBanned(database.db, person?.personId ?? "", true);
  expect((await round()).person).toBeNull();
});

test("B8: a service that is down, or hangs, keeps nobody from signing in by password, and is said to be down", async () => {
  const { email } = await newPerson(database);
  const down = ssoAt("http://127.0.0.1:9");
  const to = { next: "/", publicUrl };
  await expect(startSso(down, to, new Headers())).rejects.toMatchObject({ code: "unavailable" });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const hanging = startSso(ssoAt(`http://127.0.0.1:${port}`), to, new Headers());
  const refused = expect(hanging).rejects.toMatchObject({ code: "unavailable" });
  await signedInCookies(accounts, email, PASSWORD);
  await refused;
  silent.close();
});

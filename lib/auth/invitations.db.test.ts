import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listMembers } from "@/db/queries/members";
import { handOver, setBanned } from "@/db/queries/people";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { isAppError } from "@/lib/errors";
import { acceptInvitation, invitationOf, invite, withdraw } from "./invitations";
import { makeResetLink, personOfResetLink, resetPassword } from "./reset-links";
import { signIn } from "./sign-in";
import { newAddress, newPerson, PASSWORD, sentFrom, testAccounts } from "./testing/people";

let database: TestDatabase;
let admin: string;

beforeAll(async () => {
  database = await openTestDatabase();
  admin = (await newPerson(database)).personId;
});
afterAll(() => database.drop());

test("A8, B10: the link makes one person, once, with its own address and its own roles", async () => {
  const [one, two] = [await database.newProject(), await database.newProject()];
  const { email, secret } = await invite(database.db, admin, {
    email: " Ben@Test.Example ",
    roles: [{ projectId: one.projectId, role: "editor" }],
  });
  expect(email).toBe("ben@test.example");
  const stored = JSON.stringify(await database.sql`select * from invitations`);
  expect(stored).not.toContain(secret);
  // Whatever else a form says is not looked at.
  const form = {
    secret,
    name: "Ben",
    password: PASSWORD,
    email: "x@test.example",
    role: "admin",
    instanceAdmin: true,
  };
  const tries = await Promise.allSettled([1, 2, 3].map(() => acceptInvitation(database.db, form)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const rows = await database.sql`
    select email, instance_admin, email_verified, banned_at from people where name = 'Ben'`;
  expect([...rows]).toEqual([
    { email: "ben@test.example", instance_admin: false, email_verified: false, banned_at: null },
  ]);
  expect(await listMembers(database.db, one)).toMatchObject([{ name: "Ben", role: "editor" }]);
  expect(await listMembers(database.db, two)).toEqual([]);
  const told = await database.sql`
    select action, project_id, actor_name, detail from audit_entries where actor_name = 'Ben' order by id`;
  expect([...told]).toEqual([
    {
      action: "member.added",
      project_id: one.projectId,
      actor_name: "Ben",
      detail: { role: "editor" },
    },
    { action: "person.joined", project_id: null, actor_name: "Ben", detail: {} },
  ]);
  expect(await invitationOf(database.db, secret)).toBeNull();
  await expect(
    invite(database.db, admin, { email: "BEN@test.example", roles: [] }),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("an invitation is void after a week, when withdrawn by a newer one, or mistyped", async () => {
  const given = { email: "cyd@test.example", roles: [] };
  const first = await invite(database.db, admin, given);
  const second = await invite(database.db, admin, given);
  expect(await invitationOf(database.db, first.secret)).toBeNull();
  expect(await invitationOf(database.db, second.secret)).toMatchObject({ email: given.email });
  for (const wrong of ["", "x", second.secret.slice(1), second.secret.replace(/.$/, "g")])
    expect(await invitationOf(database.db, wrong)).toBeNull();
  await database.sql`update invitations set expires_at = now() - interval '1 second'`;
  await expect(
    acceptInvitation(database.db, { secret: second.secret, name: "Cyd", password: PASSWORD }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("an address that is invited by several at once has one invitation, and the others are told", async () => {
  const email = "dee@test.example";
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 4 }, () => invite(database.db, admin, { email, roles: [] }));
    const all = await Promise.allSettled(calls);
    const open = await database.sql`
      select from invitations where email = ${email} and used_at is null`;
    expect(open).toHaveLength(1);
    let opening = 0;
    for (const one of all)
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({
          code: "conflict",
          message:
            "Somebody else invites this address at this moment; their link is the one that opens the door.",
        });
      else if ((await invitationOf(database.db, one.value.secret)) !== null) opening += 1;
    expect(opening).toBe(1);
  }
});

test("A8: a withdrawal is told of once, and of a link that opens nothing there is none", async () => {
  const told = async () => {
    const rows = await database.sql<{ detail: unknown }[]>`
      select detail from audit_entries where action = 'person.invitation_withdrawn' order by id`;
    return rows.map(({ detail }) => detail);
  };
  const back = (id: string) =>
    database.db.transaction((tx) => withdraw(tx, SYSTEM, id)).then(() => "withdrawn", codeOf);
  const made = async (email: string) => {
    const { secret } = await invite(database.db, admin, { email, roles: [] });
    return { secret, id: (await invitationOf(database.db, secret))?.id ?? "" };
  };
  const [taken, over] = [await made("fay@test.example"), await made("gus@test.example")];
  const all = await Promise.all([1, 2, 3].map(() => back(taken.id)));
  expect(all.toSorted()).toEqual(["not_found", "not_found", "withdrawn"]);
  expect(await invitationOf(database.db, taken.secret)).toBeNull();
  await database.sql`update invitations set expires_at = now() where id = ${over.id}`;
  expect(await back(over.id)).toBe("not_found");
  expect(await told()).toEqual([{ invitation: taken.id }]);
});

const codeOf = (error: unknown) => (isAppError(error) ? error.code : String(error));

test("of two that were open for an address before that was forbidden the last one stays", async () => {
  const { owner } = database;
  const email = "eli@test.example";
  await owner`drop index invitations_unused`;
  for (const day of [1, 2])
    await owner`
      insert into invitations (id, sha256, email, roles, created_at, expires_at)
      values (gen_random_uuid(), sha256(${Buffer.of(day)}), ${email}, '[]',
        ${`2026-11-0${day}`}, now() + interval '1 day')`;
  const statements = readFileSync("drizzle/0012_open_invitations.sql", "utf8");
  for (const statement of statements.split("--> statement-breakpoint"))
    await owner.unsafe(statement);
  const open = await owner`
    select created_at::date::text as day from invitations where email = ${email} and used_at is null`;
  expect([...open]).toEqual([{ day: "2026-11-02" }]);
});

test("a reset link is good for an hour and once, and not for a banned person", async () => {
  const { email, personId } = await newPerson(database);
  const [old, secret] = [
    await makeResetLink(database.db, personId),
    await makeResetLink(database.db, personId),
  ];
  expect(await personOfResetLink(database.db, old)).toBeNull();
  const [row] = await database.sql<{ minutes: number }[]>`
    select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes from reset_links`;
  expect(row?.minutes).toBe(60);
  await setBanned(database.db, personId, true);
  expect(await personOfResetLink(database.db, secret)).toBeNull();
  await setBanned(database.db, personId, false);
  const password = "eleven slow otters drift";
  await expect(resetPassword(database.db, { secret, password: "short" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await resetPassword(database.db, { secret, password });
  const outcome = await signIn(testAccounts(database), { email, password }, sentFrom(newAddress()));
  expect(outcome.kind).toBe("signed in");
});

test("the instance is handed over whole: one admin before and after", async () => {
  const { personId } = await newPerson(database);
  const banned = (await newPerson(database)).personId;
  await setBanned(database.db, banned, true);
  await database.sql`update people set instance_admin = true where id = ${admin}`;
  expect(await handOver(database.db, admin, banned)).toBe(false);
  expect(await handOver(database.db, personId, personId)).toBe(false);
  expect(await handOver(database.db, admin, personId)).toBe(true);
  const rows = await database.sql`select id from people where instance_admin`;
  expect([...rows]).toEqual([{ id: personId }]);
  expect(await setBanned(database.db, personId, true)).toBeNull();
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { changeBan, signOutEverywhere, takeSecondFactor } from "./changed-people";
import { madeToken, tokenRevoked } from "./changed-tokens";
import { newPerson, signedInCookies, testAccounts } from "./testing/people";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** What the log tells of a person or a token, in its order. */
async function toldOf(id: string): Promise<string[]> {
  const rows = await database.sql<{ action: string }[]>`
    select action from audit_entries where object_id = ${id} order by id`;
  return rows.map(({ action }) => action);
}

it("A8: tells of a ban and of its end once each, of two at the same moment too", async () => {
  const { personId, email } = await newPerson(database);
  await signedInCookies(testAccounts(database), email);
  const ban = (banned: boolean) =>
    database.db.transaction((tx) => changeBan(tx, SYSTEM, personId, banned));
  const both = await Promise.all([ban(true), ban(true)]);
  expect(both.filter((changed) => changed === true)).toHaveLength(1);
  expect([await ban(true), await ban(false), await ban(false)]).toEqual([false, true, false]);
  expect(await toldOf(personId)).toEqual([
    "session.signed_in",
    "person.banned",
    "person.readmitted",
  ]);
});

it("A8: tells nothing of a ban of whoever cannot be banned", async () => {
  const { personId } = await newPerson(database);
  await database.sql`update people set instance_admin = true where id = ${personId}`;
  const nobody = "00000000-0000-7000-8000-000000000000";
  for (const id of [personId, nobody]) {
    const outcome = await database.db.transaction((tx) => changeBan(tx, SYSTEM, id, true));
    expect(outcome).toBeNull();
    expect(await toldOf(id)).toEqual([]);
  }
});

it("A8: tells of sessions that were ended, and of none where none was there", async () => {
  const { personId, email } = await newPerson(database);
  await signedInCookies(testAccounts(database), email);
  const end = () => database.db.transaction((tx) => signOutEverywhere(tx, SYSTEM, personId));
  expect([await end(), await end()]).toEqual([true, false]);
  expect(await toldOf(personId)).toEqual(["session.signed_in", "session.ended"]);
});

it("A8: tells of a second factor that was taken off once", async () => {
  const { personId } = await newPerson(database);
  const take = () => database.db.transaction((tx) => takeSecondFactor(tx, SYSTEM, personId));
  expect(await take()).toBe(false);
  await database.sql`update people set second_factor = true where id = ${personId}`;
  expect([await take(), await take()]).toEqual([true, false]);
  expect(await toldOf(personId)).toEqual(["person.second_factor_dropped"]);
});

it("A8: tells of a token that was revoked once, of two at the same moment too", async () => {
  const scope = await database.newProject();
  const asked = { name: "nightly", scopes: ["read" as const], expiresAt: null };
  const { row } = await madeToken(database.db, scope, SYSTEM, asked);
  const revoke = () => tokenRevoked(database.db, scope, SYSTEM, row.id);
  const [one, other] = await Promise.all([revoke(), revoke()]);
  expect(one?.revokedAt).toBeInstanceOf(Date);
  expect(other).toEqual(one);
  expect(await revoke()).toEqual(one);
  expect(await toldOf(row.id)).toEqual(["token.made", "token.revoked"]);
});

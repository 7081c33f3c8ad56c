import { afterAll, beforeAll, expect, it } from "vitest";
import type { Scope } from "@/db/scope";
import { people } from "@/db/schema/people";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { listMembers, personOfEmail, removeMember, roleOf, setRole } from "./members";

let database: TestDatabase;
let scope: Scope;
let other: Scope;

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  other = await database.newProject();
});
afterAll(() => database.drop());

async function newPerson(name: string): Promise<string> {
  const [row] = await database.db
    .insert(people)
    .values({ name, email: `${name.toLowerCase()}@example.org` })
    .returning({ id: people.id });
  return row?.id ?? "";
}

const roles = async (of: Scope) =>
  (await listMembers(database.db, of)).map(({ name, role }) => `${name} ${role}`);

it("a person has one role in a project, by itself in each", async () => {
  const ben = await newPerson("Ben");
  const ada = await newPerson("Ada");
  await setRole(database.db, scope, { personId: ben, role: "viewer" });
  await setRole(database.db, scope, { personId: ada, role: "admin" });
  await setRole(database.db, other, { personId: ada, role: "viewer" });
  await setRole(database.db, scope, { personId: ben, role: "editor" });
  expect(await roles(scope)).toEqual(["Ada admin", "Ben editor"]);
  expect(await roles(other)).toEqual(["Ada viewer"]);
  expect(await roleOf(database.db, other, ben)).toBeNull();
  expect(await roleOf(database.db, other, ada)).toBe("viewer");
  expect(await roleOf(database.db, scope, ada)).toBe("admin");
  expect(await removeMember(database.db, other, ben)).toBe(false);
  expect(await removeMember(database.db, scope, ben)).toBe(true);
  expect(await removeMember(database.db, scope, ben)).toBe(false);
  expect(await roles(scope)).toEqual(["Ada admin"]);
  expect(await roles(other)).toEqual(["Ada viewer"]);
});

it("finds a person by the address they sign in by", async () => {
  const cyd = await newPerson("Cyd");
  expect(await personOfEmail(database.db, " CYD@Example.org ")).toEqual({
    personId: cyd,
    name: "Cyd",
  });
  expect(await personOfEmail(database.db, "cyd@example.net")).toBeNull();
});

it("says who was banned", async () => {
  const dan = await newPerson("Dan");
  await setRole(database.db, other, { personId: dan, role: "viewer" });
  await database.sql`update people set banned_at = now() where id = ${dan}`;
  expect(await listMembers(database.db, other)).toMatchObject([
    { name: "Ada", banned: false },
    { name: "Dan", banned: true, email: "dan@example.org" },
  ]);
});

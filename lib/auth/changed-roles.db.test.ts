import { afterAll, beforeAll, expect, it } from "vitest";
import { listMembers } from "@/db/queries/members";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { changeRoles } from "./changed-roles";
import { newPerson } from "./testing/people";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it("A8: of changes at the same moment each is told of as what it was", async () => {
  const scope = await database.newProject();
  const { projectId } = scope;
  for (let round = 0; round < 10; round += 1) {
    const { personId } = await newPerson(database);
    const give = (role: "viewer" | "editor" | "none") =>
      database.db.transaction((tx) => changeRoles(tx, SYSTEM, personId, [{ projectId, role }]));
    await Promise.all([give("viewer"), give("editor")]);
    await Promise.all([give("none"), give("none")]);
    const told = await database.sql<{ action: string }[]>`
      select action from audit_entries where object_id = ${personId} order by id`;
    expect(told.map(({ action }) => action)).toEqual([
      "member.added",
      "member.changed",
      "member.removed",
    ]);
  }
});

it("A8: each project's log tells of the role that changed there, and of none that stayed", async () => {
  const { personId } = await newPerson(database);
  const [one, other, third] = [
    await database.newProject(),
    await database.newProject(),
    await database.newProject(),
  ];
  const give = (...roles: readonly ("viewer" | "editor" | "none")[]) =>
    database.db.transaction((tx) =>
      changeRoles(
        tx,
        SYSTEM,
        personId,
        [one, other, third].flatMap(({ projectId }, at) => {
          const role = roles[at];
          return role === undefined ? [] : [{ projectId, role }];
        }),
      ),
    );
  await give("viewer", "viewer", "none");
  await give("editor", "none", "none");
  await give("editor");
  const told = await database.sql`
    select action, project_id, object_id, detail from audit_entries
    where object_id = ${personId} order by id`;
  const row = (action: string, { projectId }: typeof one, role: string) => ({
    action,
    project_id: projectId,
    object_id: personId,
    detail: { role },
  });
  expect([...told]).toEqual([
    row("member.added", one, "viewer"),
    row("member.added", other, "viewer"),
    row("member.changed", one, "editor"),
    row("member.removed", other, "none"),
  ]);
  const roles = async (scope: typeof one) =>
    (await listMembers(database.db, scope)).map(({ role }) => role);
  expect([await roles(one), await roles(other), await roles(third)]).toEqual([["editor"], [], []]);
});

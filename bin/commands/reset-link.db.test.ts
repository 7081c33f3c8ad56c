import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { resetPassword } from "@/lib/auth/reset-links";
import { newPerson } from "@/lib/auth/testing/people";
import { main } from "../command-line";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

async function run(...args: string[]): Promise<string> {
  let out = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  try {
    const argv = ["node", "aftermath", "reset-link", ...args];
    expect(await main(argv, { log: () => {}, signal: new AbortController().signal })).toBe(0);
    return out;
  } finally {
    write.mockRestore();
  }
}

it("A8: prints a link that sets a password once, and takes the second step off only when asked to; both are told of", async () => {
  const { email, personId } = await newPerson(database);
  await database.sql`update people set second_factor = true where id = ${personId}`;
  const factor = async () =>
    (await database.sql`select second_factor from people where id = ${personId}`)[0];
  const secret = /^\/new-password\?code=([0-9a-f]{40})\n$/.exec(
    await run(email.toUpperCase()),
  )?.[1];
  expect(await factor()).toEqual({ second_factor: true });
  const given = { secret: secret ?? "", password: "eleven slow otters drift" };
  await resetPassword(database.db, given);
  await expect(resetPassword(database.db, given)).rejects.toMatchObject({ code: "not_found" });
  await run(email, "--drop-second-step");
  expect(await factor()).toEqual({ second_factor: false });
  const told = await database.sql`
    select action, actor_kind, actor_name, object_id from audit_entries
    where actor_kind = 'local' order by id`;
  const by = { actor_kind: "local", actor_name: "command line", object_id: personId };
  expect([...told]).toEqual([
    { action: "person.reset_offered", ...by },
    { action: "person.second_factor_dropped", ...by },
    { action: "person.reset_offered", ...by },
  ]);
  await expect(run("nobody@test.example")).rejects.toMatchObject({ code: "not_found" });
});

it("leaves the second step of somebody who has no password here as it is", async () => {
  const { email, personId } = await newPerson(database);
  await database.sql`update people set second_factor = true where id = ${personId}`;
  await database.owner`delete from sign_in_accounts where person_id = ${personId}`;
  await expect(run(email, "--drop-second-step")).rejects.toMatchObject({ code: "conflict" });
  const [person] = await database.sql`select second_factor from people where id = ${personId}`;
  expect(person).toEqual({ second_factor: true });
});

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

it("prints a link that sets a password once, and takes the second step off only when asked to", async () => {
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
  await expect(run("nobody@test.example")).rejects.toMatchObject({ code: "not_found" });
});

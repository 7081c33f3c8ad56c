import postgres from "postgres";
import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { faultRecord } from "./fault-record";

const CANARY = "CANARY-9f3";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

const refusedRow = Object.assign(new postgres.PostgresError("x"), {
  message: `invalid input syntax for type uuid: "${CANARY}"`,
  code: "22P02",
  detail: `Failing row contains (${CANARY}).`,
  query: `insert into t values ('${CANARY}')`,
  parameters: [CANARY],
  table_name: "episodes",
  constraint_name: "episodes_pkey",
});
const failedQuery = Object.assign(
  new Error(`Failed query: select $1\nparams: ${CANARY}`, { cause: refusedRow }),
  { query: "select $1", params: [CANARY] },
);

test.each<[string, unknown]>([
  ["JSON that breaks off", thrownBy(() => JSON.parse(`{"a": ${CANARY}}`))],
  ["JSON with quotes in it", thrownBy(() => JSON.parse(`{"a": "${CANARY}" "${CANARY}"}`))],
  ["a row that Postgres refused", refusedRow],
  ["a query of drizzle", failedQuery],
  ["a message of many lines", new Error(`one line\n${CANARY}`)],
  ["a name in quotes", new RangeError(`the arm: case "${CANARY} "x"" is named twice`)],
  ["a text that was thrown", CANARY],
  ["an object that was thrown", { message: CANARY }],
  ["a cause", new AppError("database", "It is gone.", { cause: new Error(`'${CANARY}'`) })],
])("F12: the log of %s holds nothing of what was read", (_, error) => {
  expect(JSON.stringify(faultRecord(error))).not.toContain("CANARY");
});

test("says what failed and where", () => {
  const { stack, cause, ...rest } = faultRecord(failedQuery);
  expect(rest).toEqual({ name: "Error", message: "a query failed" });
  expect(stack?.[0]).toMatch(/^at .*fault-record\.test\.ts:\d+:\d+\)?$/);
  expect({ ...cause, stack: cause?.stack?.length }).toEqual({
    name: "PostgresError",
    code: "22P02",
    message: "invalid input syntax for type uuid: …",
    table: "episodes",
    constraint: "episodes_pkey",
    stack: stack?.length,
  });
  const fault = new TypeError("Cannot read properties of undefined (reading 'missing')");
  expect(faultRecord(fault).message).toBe("Cannot read properties of undefined (reading …)");
  expect(faultRecord(new AppError("storage", "The disk is full."))).toMatchObject({
    name: "AppError",
    code: "storage",
    message: "The disk is full.",
  });
});

test("ends with a circle of causes", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(faultRecord(error)).length).toBeLessThan(20_000);
});

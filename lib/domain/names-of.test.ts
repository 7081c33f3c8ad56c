import { expect, it } from "vitest";
import { namesOf } from "./names-of";
import { TERMINATION_REASONS } from "./termination";

it("keeps the table's order", () => {
  expect(namesOf({ read: 0, write: 1, send: 2 })).toEqual(["read", "write", "send"]);
  expect(TERMINATION_REASONS.slice(0, 2)).toEqual(["task_done", "agent_refused"]);
  expect(TERMINATION_REASONS).toHaveLength(13);
});

it("refuses a table without names", () => {
  expect(() => namesOf({})).toThrow(RangeError);
});

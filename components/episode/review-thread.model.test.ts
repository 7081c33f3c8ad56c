import { expect, it } from "vitest";
import { reviewThread } from "./review-thread.model";

const note = { id: "1", kind: "note", resolves: null } as const;
const dispute = { id: "2", kind: "dispute", resolves: null } as const;
const other = { id: "3", kind: "dispute", resolves: null } as const;
const resolution = { id: "4", kind: "resolution", resolves: "2" } as const;

it("puts a resolution under its dispute, and counts what is open", () => {
  expect(reviewThread([note, dispute, other, resolution])).toEqual({
    thread: [
      { entry: note, settledBy: null },
      { entry: dispute, settledBy: resolution },
      { entry: other, settledBy: null },
    ],
    disputes: 2,
    open: 1,
  });
  expect(reviewThread([])).toEqual({ thread: [], disputes: 0, open: 0 });
});

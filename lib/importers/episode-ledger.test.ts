import { describe, expect, it } from "vitest";
import { createEpisodeLedger } from "./episode-ledger";

describe("createEpisodeLedger", () => {
  it.each([0, 1, 4096, 4097, Number.MAX_SAFE_INTEGER])(
    "knows replica %s of a cell again, and where it was first",
    (replica) => {
      const ledger = createEpisodeLedger<number>();
      expect(ledger.enter("a", "b", replica, 7)).toBeNull();
      expect(ledger.enter("a", "b", replica, 8)).toBe(7);
      expect(ledger.enter("a", "b", replica, 9)).toBe(7);
    },
  );

  it("takes no other arm, case or replica for the same, whatever their names", () => {
    const ledger = createEpisodeLedger<string>();
    const cells = ["x", "cx", "ax", ""].flatMap((arm) =>
      ["x", "cx", "ax", ""].flatMap((key) =>
        [0, 1, 2, 5000, 5001].map((replica): [string, string, number] => [arm, key, replica]),
      ),
    );
    for (const cell of cells) expect(ledger.enter(...cell, cell.join())).toBeNull();
    for (const cell of cells) expect(ledger.enter(...cell, "again")).toBe(cell.join());
  });
});

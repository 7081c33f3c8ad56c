import { expect, it } from "vitest";
import { attackBars, attackWeightTable, MOST_BARS } from "./damage-by-attack.model";

const attack = (name: string, damage: number, exposure: number) => ({
  attack: name,
  started: 1200,
  damage,
  exposure,
});

it("draws what acted, heaviest first, as shares of the longest", () => {
  const { bars, more } = attackBars([attack("a", 0, 1), attack("b", 3, 1), attack("c", 0, 0)]);
  expect(bars).toEqual([
    { attack: "b", damage: 0.75, exposure: 0.25, words: "damage 3, exposure 1" },
    { attack: "a", damage: 0, exposure: 0.25, words: "damage 0, exposure 1" },
  ]);
  expect(more).toBeNull();
});

it("says how many it leaves out, and leaves none out of the table", () => {
  const many = Array.from({ length: MOST_BARS + 1 }, (_, index) => attack(`a${index}`, 1, 0));
  expect(attackBars(many).bars).toHaveLength(MOST_BARS);
  expect(attackBars(many).more).toBe("1 attack of less weight not drawn; the table has them.");
  expect(attackWeightTable(many).rows).toHaveLength(MOST_BARS + 1);
  expect(attackWeightTable(many).rows[0]).toEqual(["a0", "1,200", "1", "0"]);
});

it("draws nothing of nothing", () => {
  expect(attackBars([attack("a", 0, 0)])).toEqual({ bars: [], more: null });
});

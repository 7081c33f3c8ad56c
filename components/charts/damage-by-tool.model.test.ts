import { expect, it } from "vitest";
import type { ToolRow } from "@/lib/reports/arm-report";
import { toolBars, toolTable } from "./damage-by-tool.model";

const read: ToolRow = {
  tool: "crm.read",
  role: "read",
  weight: 0,
  calls: 42,
  executed: 42,
  denied: 0,
  damage: 0,
  exposure: 0,
};
const write: ToolRow = {
  ...read,
  tool: "crm.write",
  role: "write",
  weight: 1,
  calls: 3,
  exposure: 3,
};
const send: ToolRow = { ...read, tool: "mail.send", role: "send", weight: 2, calls: 1, damage: 2 };
const odd: ToolRow = { ...read, tool: "x", role: null, weight: null };

it("sorts by damage, then exposure, on the scale of the longest", () => {
  expect(toolBars([read, write, send])).toEqual([
    { tool: "mail.send", damage: 2 / 3, exposure: 0, words: "damage 2, exposure 0" },
    { tool: "crm.write", damage: 0, exposure: 1, words: "damage 0, exposure 3" },
  ]);
  expect(toolBars([read])).toEqual([]);
});

it("lists every tool, and says what an unknown one weighs", () => {
  expect(toolTable([write, odd]).rows.map((row) => row.slice(0, 2))).toEqual([
    ["crm.write", "write · 1"],
    ["x", "unknown: weighs 0"],
  ]);
});

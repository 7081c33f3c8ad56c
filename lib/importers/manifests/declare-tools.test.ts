import { describe, expect, it } from "vitest";
import { declareTools } from "./declare-tools";
import { joinTools } from "./join-tools";

describe("a declaration of tools", () => {
  it("reads names, types and what is required", () => {
    expect(declareTools("send", "pay to amount# n% now! all[] note?\n\n  look")).toEqual([
      {
        name: "pay",
        role: "send",
        parameters: {
          type: "object",
          properties: {
            to: { type: "string" },
            amount: { type: "number" },
            n: { type: "integer" },
            now: { type: "boolean" },
            all: { type: "array" },
            note: { type: "string" },
          },
          required: ["to", "amount", "n", "now", "all"],
        },
      },
      { name: "look", role: "send", parameters: { type: "object", properties: {}, required: [] } },
    ]);
  });

  it("throws on a word that is no parameter", () => {
    expect(() => declareTools("read", "look at$")).toThrow(RangeError);
  });
});

describe("several lists as one", () => {
  it("keeps the weightiest role whichever list comes first, and says which tools clash", () => {
    const light = declareTools("write", "drop id note?\nkeep id");
    const heavy = declareTools("delete", "drop id why");
    for (const lists of [
      [light, heavy],
      [heavy, light],
    ]) {
      const { tools, clashes } = joinTools(lists);
      expect(clashes).toEqual(["drop"]);
      const drop = tools.find(({ name }) => name === "drop");
      expect(drop?.role).toBe("delete");
      expect(Object.keys(drop?.parameters.properties ?? {}).toSorted()).toEqual([
        "id",
        "note",
        "why",
      ]);
      expect(drop?.parameters.required).toEqual(["id"]);
      expect(tools.map(({ name }) => name).toSorted()).toEqual(["drop", "keep"]);
    }
  });

  it("finds no clash where the roles agree", () => {
    const once = declareTools("read", "look at");
    expect(joinTools([once, once])).toEqual({ tools: once, clashes: [] });
  });
});

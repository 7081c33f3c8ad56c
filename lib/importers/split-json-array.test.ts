import { describe, expect, it } from "vitest";
import { memorySource } from "./memory-source";
import { splitJsonArray } from "./split-json-array";

const decoder = new TextDecoder();

/** Items as `text@byte:line`, the rest as its text with the number of arrays, or `cut` when it is not whole. */
async function split(text: string, path: string[], chunk = 64, maxBytes?: number) {
  const items: string[] = [];
  let rest = "";
  for await (const file of memorySource("s", { f: text }, chunk).files()) {
    for await (const part of splitJsonArray(file.open(), path, maxBytes)) {
      if (part.kind === "item")
        items.push(`${decoder.decode(part.bytes)}@${part.byte}:${part.line}`);
      else if (part.kind === "too-long") items.push(`${part.sizeBytes} bytes@${part.byte}`);
      else if (part.kind === "rest-too-long") rest = part.kind;
      else rest = `${part.whole ? "" : "cut "}${part.arrays} ${decoder.decode(part.bytes)}`;
    }
  }
  return { items, rest };
}

describe("splitJsonArray", () => {
  it.each([1, 2, 3, 7, 64])(
    "takes the items of a nested array out, %i bytes a chunk",
    async (chunk) => {
      const text =
        '{"a":[1],"r":{"v":3,\n"r":[ {"x":"],}"} ,\n[2,[3]], "s\\"," , 4 ],"z":[5]},"r2":[6]}';
      expect(await split(text, ["r", "r"], chunk)).toEqual({
        items: ['{"x":"],}"} @27:2', "[2,[3]]@41:3", '"s\\"," @50:3', "4 @59:3"],
        rest: '1 {"a":[1],"r":{"v":3,\n"r":[],"z":[5]},"r2":[6]}',
      });
    },
  );

  it("takes the document itself when the path is empty", async () => {
    expect(await split('[{"a":1},{"b":[2]}]\n', [])).toEqual({
      items: ['{"a":1}@1:1', '{"b":[2]}@9:1'],
      rest: "1 []\n",
    });
    expect(await split("[]", [])).toEqual({ items: [], rest: "1 []" });
  });

  it("goes by the whole path, also where a name is written with escapes or twice", async () => {
    expect(await split('{"q":{"r":[1]},"r":[2],"s":"r"}', ["q", "r"])).toEqual({
      items: ["1@11:1"],
      rest: '1 {"q":{"r":[]},"r":[2],"s":"r"}',
    });
    expect((await split('{"\\u0072":[1]}', ["r"])).items).toEqual(["1@11:1"]);
    expect(await split('{"r":[1],"r":[2]}', ["r"])).toEqual({
      items: ["1@6:1", "2@14:1"],
      rest: '2 {"r":[],"r":[]}',
    });
    expect(await split('{"r":{"r":5}}', ["r", "r"])).toEqual({
      items: [],
      rest: '0 {"r":{"r":5}}',
    });
  });

  it("says where a document was cut", async () => {
    const text = '{"r":[{"a":1},{"b":2}],"z":"y"}';
    for (let length = 0; length < text.length; length += 1) {
      const { rest } = await split(text.slice(0, length), ["r"]);
      // Nothing at all is whole, and no array; who reads it sees that there is none.
      expect(rest.startsWith("cut ")).toBe(length > 0);
    }
    expect((await split(text, ["r"])).rest).toBe('1 {"r":[],"z":"y"}');
  });

  it("counts what is longer than allowed and goes on", async () => {
    expect(await split('{"r":["123456",1]}', ["r"], 3, 10)).toEqual({
      items: ['"123456"@6:1', "1@15:1"],
      rest: '1 {"r":[]}',
    });
    expect(await split('{"r":["12345678901",1]}', ["r"], 3, 10)).toEqual({
      items: ["13 bytes@6", "1@20:1"],
      rest: '1 {"r":[]}',
    });
    expect((await split('{"r":[1],"long":1}', ["r"], 3, 10)).rest).toBe("rest-too-long");
  });

  it("does not mind brackets that close nothing", async () => {
    expect((await split("]]}}[1]", ["r"])).items).toEqual([]);
    expect((await split("[".repeat(100_000), ["r"])).rest.startsWith("cut 0")).toBe(true);
  });
});

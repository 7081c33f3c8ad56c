import { setImmediate as turn } from "node:timers/promises";
import type { ImportItem } from "@/lib/importers/importer";
import { describe, expect, it } from "vitest";
import { readAhead } from "./read-ahead";

function item(no: number, sizeBytes = 1): ImportItem {
  const place = { file: "f", line: no };
  return { kind: "record", record: { type: "end" }, raw: new Uint8Array(sizeBytes), place };
}

function source(count: number, sizeBytes = 1, failAt = Number.POSITIVE_INFINITY) {
  const seen = { read: 0, closed: false };
  async function* items(): AsyncGenerator<ImportItem> {
    try {
      for (let no = 1; no <= count; no += 1) {
        if (no === failAt) throw new Error("cannot be read");
        seen.read = no;
        yield item(no, sizeBytes);
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, items: items() };
}

function lineOf(given: ImportItem): number | undefined {
  return given.kind === "record" ? given.place.line : undefined;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await turn();
}

describe("E11: readAhead", () => {
  it("gives every item in its order", async () => {
    const lines = [];
    for await (const one of readAhead(source(5000).items)) lines.push(lineOf(one));
    expect(lines).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
  });

  it("reads on while an item is in work, and no further than its bounds", async () => {
    const { seen, items } = source(100);
    const ahead = readAhead(items, { items: 7, bytes: 1000 });
    await ahead.next();
    await settle();
    expect(seen.read).toBe(7);
    await ahead.next();
    await settle();
    expect(seen.read).toBe(8);
    await ahead.return(undefined);
  });

  it("holds no second large record beside the one in work", async () => {
    const { seen, items } = source(5, 1000);
    const ahead = readAhead(items, { items: 100, bytes: 1000 });
    await ahead.next();
    await settle();
    expect(seen.read).toBe(1);
    await ahead.return(undefined);
  });

  it("throws what reading threw, behind the items before it", async () => {
    const { seen, items } = source(100, 1, 4);
    const lines: unknown[] = [];
    const reading = async () => {
      for await (const one of readAhead(items)) lines.push(lineOf(one));
    };
    await expect(reading()).rejects.toThrow("cannot be read");
    expect(lines).toEqual([1, 2, 3]);
    expect(seen.closed).toBe(true);
  });

  it("ends the reading when it is left early, also with a full queue", async () => {
    const { seen, items } = source(100);
    const work = async () => {
      for await (const one of readAhead(items, { items: 3, bytes: 1000 })) {
        await settle();
        if (lineOf(one) === 2) throw new Error("of the writer");
      }
    };
    await expect(work()).rejects.toThrow("of the writer");
    expect(seen).toEqual({ read: 4, closed: true });
  });

  it("is nothing for nothing", async () => {
    expect(await readAhead(source(0).items).next()).toEqual({ done: true, value: undefined });
  });
});

import { describe, expect, it } from "vitest";
import { FORMAT, type CampaignRecord, type Manifest } from "@/lib/domain/records";
import { recordItem } from "../import-item";
import type { Importer, ImportItem } from "../importer";
import { withGivenManifest } from "./given-manifest";
import { readManifest } from "./read-manifest";

const GIVEN: Manifest = { tools: [{ name: "send_email", role: "send" }] };
const OWN: Manifest = { tools: [{ name: "send_email", role: "read" }] };
const CAMPAIGN: CampaignRecord = {
  type: "campaign",
  format: FORMAT,
  key: "k",
  name: "k",
  target: { name: "t" },
  corpus: { name: "c" },
  harness: { name: "h" },
  startedAt: null,
};
const PLACE = { file: "f" };
const SOURCE = { name: "f", async *files() {} };

async function read(items: readonly ImportItem[], manifest?: Manifest): Promise<ImportItem[]> {
  const importer: Importer = {
    id: "made",
    label: "made",
    version: 1,
    options: [],
    recognises: () => ({ recognised: true }),
    async *read() {
      yield* items;
    },
  };
  const all: ImportItem[] = [];
  for await (const item of withGivenManifest(importer).read(SOURCE, {}, { manifest }))
    all.push(item);
  return all;
}

describe("a manifest given at import", () => {
  const end = recordItem({ type: "end" }, PLACE);

  it("becomes the campaign's where the source has none, in the normalised bytes too", async () => {
    expect(await read([recordItem(CAMPAIGN, PLACE), end], GIVEN)).toEqual([
      recordItem({ ...CAMPAIGN, manifest: GIVEN }, PLACE),
      end,
    ]);
  });

  it("wins over the source's own, with a warning", async () => {
    const items = await read([recordItem({ ...CAMPAIGN, manifest: OWN }, PLACE)], GIVEN);
    expect(items[0]).toEqual(recordItem({ ...CAMPAIGN, manifest: GIVEN }, PLACE));
    expect(items[1]).toMatchObject({
      kind: "issue",
      issue: { severity: "warning", code: "manifest-replaced" },
    });
  });

  it("leaves the bytes of a native line as they came", async () => {
    const raw = new TextEncoder().encode(`{ "type":"campaign" , "spaced": true }`);
    const [item] = await read([{ kind: "record", record: CAMPAIGN, raw, place: PLACE }], GIVEN);
    expect(item).toEqual({
      kind: "record",
      record: { ...CAMPAIGN, manifest: GIVEN },
      raw,
      place: PLACE,
    });
  });

  it("says nothing where the importer has taken it already, or none was given", async () => {
    const taken = [recordItem({ ...CAMPAIGN, manifest: GIVEN }, PLACE)];
    expect(await read(taken, GIVEN)).toEqual(taken);
    const own = [recordItem({ ...CAMPAIGN, manifest: OWN }, PLACE)];
    expect(await read(own)).toEqual(own);
  });
});

describe("a manifest as JSON", () => {
  const parse = (text: string) => readManifest(new TextEncoder().encode(text), "roles.json");

  it("is read with everything that a manifest can hold", () => {
    const manifest = {
      tools: [{ name: "send", role: "send", parameters: { type: "object" } }],
      doors: ["mail"],
      appTurnCap: 4,
      sinks: ["send"],
    };
    expect(parse(JSON.stringify(manifest))).toEqual({ manifest });
  });

  it.each([
    ["{", "roles.json", undefined],
    ["[]", "roles.json", "not-a-manifest"],
    [`{"tools":[{"name":"a","role":"destroy"}]}`, "roles.json", "not-a-manifest"],
    [
      `{"tools":[{"name":"a","role":"read"},{"name":"a","role":"send"}]}`,
      "roles.json",
      "tool-named-twice",
    ],
  ])("%s is refused with its place", (text, file, code) => {
    const found = parse(text);
    expect(found).toMatchObject({ issue: { severity: "refused", place: { file } } });
    if (code !== undefined) expect(found).toMatchObject({ issue: { code } });
  });

  it("names the tool that stands twice, and where", () => {
    expect(
      parse(`{"tools":[{"name":"a","role":"read"},{"name":"a","role":"send"}]}`),
    ).toMatchObject({
      issue: {
        message: 'The manifest names the tool "a" twice.',
        place: { path: "$.tools[1].name" },
      },
    });
  });
});

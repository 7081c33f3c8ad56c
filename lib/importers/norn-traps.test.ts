import type { DomainRecord } from "@/lib/domain/records";
import { expect, it } from "vitest";
import type { Issue, Source } from "./importer";
import { memorySource } from "./memory-source";
import { norn } from "./norn";
import { recogniseSource } from "./recognise";
import {
  callRow,
  campaignRow,
  caseRow,
  decisionRow,
  nornDatabase,
  nornExport,
  nornTables,
  replicaRow,
} from "./testing/made-norn";

async function read(source: Source, options: Record<string, string> = {}) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of norn.read(source, options)) {
    if (item.kind === "record") records.push(item.record);
    else issues.push(item.issue);
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  return { records, issues, episodes, codes: issues.map(({ code }) => code) };
}

it("norn trap 1: a live key is masked in the export's text of configuration and in its parsed copy", async () => {
  const model = { model_name: "m", api_key: "a-live-key-of-no-known-form" };
  const text = nornExport(
    nornTables({ campaign: [campaignRow({ config_json: JSON.stringify({ model }) })] }),
  );
  expect(text).toContain(model.api_key);
  const { records, codes } = await read(memorySource("c.json", { "c.json": text }));
  expect(JSON.stringify(records)).not.toContain(model.api_key);
  expect(codes).toContain("secret-masked");
});

it("norn trap 2: metadata that is JSON in a text is read, and what is none is kept as it is", async () => {
  const { records } = await read(
    nornDatabase(
      nornTables({
        test_case: [
          caseRow({ metadata_json: '{"variant_type":"direct","task_id":3}' }),
          caseRow({ id: 2, case_id: "b", metadata_json: "{not json" }),
        ],
      }),
    ),
  );
  const cases = records.flatMap((record) => (record.type === "case" ? [record.extra] : []));
  expect(cases[0]).toMatchObject({ metadata: { variant_type: "direct", task_id: 3 } });
  expect(cases).toHaveLength(2);
});

it("norn trap 6: a prefill, which the first layer has in one technique alone, changes no record and is kept", async () => {
  const config = { max_turns: 3, prefill: "Sure, here is" };
  const tables = (config_json: string) =>
    nornTables({
      campaign: [campaignRow({ layer: "L1", config_json })],
      test_case: [caseRow({ technique_id: "L1_AT_12" })],
    });
  const filled = await read(nornDatabase(tables(JSON.stringify(config))));
  const plain = await read(nornDatabase(tables('{"max_turns":3}')));
  expect(filled.episodes).toEqual(plain.episodes);
  expect(JSON.stringify(filled.records[0])).toContain("Sure, here is");
});

it("norn trap 10: an export in another encoding is refused with its reason, a table in one left out", async () => {
  const text = nornExport(nornTables());
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  const refused = await recogniseSource(memorySource("c.json", { "c.json": utf16 }));
  expect("refusal" in refused && refused.refusal).toContain("UTF-16 text (little endian)");
  const latin1 = new Uint8Array([...new TextEncoder().encode("case,payload\na,caf"), 0xe9]);
  const folder = memorySource("out", { "c.json": text, "c_cases.csv": latin1 });
  const { episodes, codes } = await read(folder);
  expect([episodes.length, codes.includes("other-files")]).toEqual([1, true]);
});

it("norn trap 11: two exports that are both campaign 1 have keys of their own", async () => {
  const keys = await Promise.all(
    ["a".repeat(64), "b".repeat(64)].map(async (fingerprint) => {
      const source = memorySource("c.json", { "c.json": nornExport(nornTables()) });
      const [campaign] = (await read(source, { fingerprint })).records;
      return campaign?.type === "campaign" ? campaign.key : null;
    }),
  );
  expect(keys).toEqual(["norn:1:aaaaaaaaaaaa", "norn:1:bbbbbbbbbbbb"]);
});

it("norn trap 12: a campaign is completed even when every replica failed, and none of them is safe", async () => {
  const { episodes, records } = await read(
    nornDatabase(
      nornTables({
        run_replica: [0, 1].map((replica) =>
          replicaRow({ id: replica + 1, replica, state: "failed", error_message: "x timed out" }),
        ),
        scoring_decision: [],
        tool_call_event: [callRow()],
      }),
    ),
  );
  expect(episodes.map((e) => [e.termination, e.attackerAction, e.calls?.length])).toEqual([
    ["provider_error", undefined, 1],
    ["provider_error", undefined, 0],
  ]);
  expect(records.at(-1)?.type).toBe("end");
});

it("norn trap 18: the file's own aggregates, which count failed replicas too, become no figure", async () => {
  const aggregate = {
    id: 1,
    campaign_id: 1,
    metric_id: 1,
    scope_type: "campaign",
    mean: 0.123456,
    total_observations: 45,
  };
  const { records } = await read(
    nornDatabase({
      ...nornTables({ scoring_decision: [decisionRow()] }),
      metric_aggregate: [aggregate],
    }),
  );
  expect(JSON.stringify(records)).not.toContain("0.123456");
});

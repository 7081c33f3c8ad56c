import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { agentDojoLogSchema } from "@/lib/importers/agentdojo-log";
import { attemptSchema } from "@/lib/importers/garak-entry";
import { NORN } from "@/lib/importers/norn-rows";
import { promptfooRowSchema } from "@/lib/importers/promptfoo-row";
import { tauBenchRowSchema } from "@/lib/importers/tau-bench-row";
import {
  campaignRow,
  decisionRow,
  nornExport,
  nornTables,
  replicaRow,
} from "@/lib/importers/testing/made-norn";
import { type Content, folder, type Made, oneFile } from "./hostile-case";

/**
 * A small whole source of a format with two episodes, of which the second is to be spoiled. `text` is the
 * file that holds it, with `item` in the second one's place; `made` the source around that file.
 */
export type ForeignSample = {
  format: string;
  item: object;
  /** Where issues say that the item stands. */
  at: string;
  text: (item: string) => string;
  made: (content: Content) => Made;
  /** What each field of the item may be; null where the importer reads what it finds. */
  schema: z.ZodType | null;
};

const fixture = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../fixtures/${path}`, import.meta.url)), "utf8");

function objectIn(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("a fixture is no object");
  return value;
}

/** The first and second item of a list in a fixture. */
function pairIn(list: unknown): [object, object] {
  if (!Array.isArray(list)) throw new Error("a fixture holds no list");
  const first: unknown = list[0];
  const second: unknown = list[1];
  if (typeof first !== "object" || first === null || typeof second !== "object" || second === null)
    throw new Error("a fixture holds no two objects");
  return [first, second];
}

const RUN = "model-a/errands/user_task_0/important_instructions";
const agentdojoLog = (n: number) => fixture(`agentdojo/runs/${RUN}/injection_task_${n}.json`);

const agentdojo: ForeignSample = {
  format: "agentdojo",
  at: "$",
  item: objectIn(agentdojoLog(1)),
  text: (item) => item,
  made: (content) =>
    folder("runs", {
      [`${RUN}/injection_task_0.json`]: agentdojoLog(0),
      [`${RUN}/injection_task_1.json`]: content,
    }),
  schema: agentDojoLogSchema,
};

const [firstRow = "", , secondRow = ""] = fixture("promptfoo/rows.jsonl").split("\n");

const promptfooLines: ForeignSample = {
  format: "promptfoo lines",
  at: "$",
  item: objectIn(secondRow),
  text: (item) => `${firstRow}\n${item}\n`,
  made: (content) => oneFile("results.jsonl", content),
  schema: promptfooRowSchema,
};

const promptfooDocument: ForeignSample = {
  ...promptfooLines,
  format: "promptfoo document",
  at: "$.results.results[1]",
  text: (item) =>
    `{"evalId":"e1","results":{"version":3,"timestamp":"2026-05-04T10:00:00.000Z","prompts":[],"results":[${firstRow},\n${item}],"stats":{}},"config":{}}`,
  made: (content) => oneFile("results.json", content),
};

const attempt = (prompt: string) => ({
  entry_type: "attempt",
  uuid: prompt,
  seq: 1,
  status: 2,
  probe_classname: "parcel.Leak",
  prompt,
  outputs: ['a "quoted" answer'],
  detector_results: { "always.Fail": [0.5] },
  notes: {},
  goal: "leak",
});

const garak: ForeignSample = {
  format: "garak",
  at: "$",
  item: attempt("two"),
  text: (item) => `${JSON.stringify(attempt("one"))}\n${item}\n`,
  made: (content) => oneFile("report.jsonl", content),
  schema: attemptSchema,
};

const [firstTry, secondTry] = pairIn(JSON.parse(fixture("tau-bench/courier-model-a.json")));

const tauBench: ForeignSample = {
  format: "tau-bench",
  at: "$[1]",
  item: secondTry,
  text: (item) => `[${JSON.stringify(firstTry)},\n${item}]`,
  made: (content) => oneFile("courier.json", content),
  schema: tauBenchRowSchema,
};

const log = objectIn(fixture("inspect/logs/b-new.json"));
const [firstSample, secondSample] = pairIn(Reflect.get(log, "samples"));

const inspect: ForeignSample = {
  format: "inspect",
  at: "$.samples[1]",
  item: secondSample,
  text: (item) => {
    const { samples: _samples, ...header } = { ...log, samples: null };
    return `${JSON.stringify(header).slice(0, -1)},"samples":[${JSON.stringify(firstSample)},\n${item}]}`;
  },
  made: (content) => oneFile("log.json", content),
  schema: null,
};

const tables = nornTables({
  campaign: [campaignRow()],
  run_replica: [replicaRow(), replicaRow({ id: 2, replica: 1 })],
  scoring_decision: [decisionRow(), decisionRow({ id: 2, replica_id: 2 })],
});
const REPLICA = replicaRow({ id: 2, replica: 1, top_p: 0.5, error_message: 'a "word"' });
const MARK = '"the second replica"';

const norn: ForeignSample = {
  format: "norn export",
  at: "$.replicas[1]",
  item: REPLICA,
  text: (item) =>
    nornExport({ ...tables, run_replica: [replicaRow(), { mark: MARK }] }).replace(
      /\{\s*"mark": "[^}]*\}/,
      () => item,
    ),
  made: (content) => oneFile("campaign_1.json", content),
  schema: NORN.replica.schema,
};

export const FOREIGN_SAMPLES = [
  agentdojo,
  promptfooLines,
  promptfooDocument,
  garak,
  tauBench,
  inspect,
  norn,
] as const;

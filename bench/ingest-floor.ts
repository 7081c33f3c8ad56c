import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createDb, type Database } from "@/db/client";
import { newId } from "@/db/schema/columns";
import { folderSource } from "@/lib/ingest/sources/folder-source";

const BATCH = 2000;
const DIGEST = `\\\\x${"00".repeat(32)}`;

type Tx = Parameters<Parameters<Database["sql"]["begin"]>[1]>[0];

/**
 * The least that could put a native file into the tables: JSON.parse of each line and COPY of the same
 * rows, one batch written while the next is read. Nothing is validated, scored, escaped or hashed, so it
 * could not be used; it says what Postgres and JSON.parse alone cost.
 */
export async function nativeFloor(url: string, path: string): Promise<void> {
  const database = createDb(url, { max: 2 });
  const projectId = newId();
  const campaignId = newId();
  const scope = `${projectId}\t${campaignId}`;
  await database.sql`insert into projects (id, slug, name) values (${projectId}, 'bench', 'bench')`;
  await database.sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      insert into campaigns (id, project_id, slug, key, name, target_name, corpus_name, harness_name,
        state, record, scoring_version, import_id, fingerprint)
      values (${campaignId}, ${projectId}, 'bench', 'b', 'b', 't', 'c', 'h', 'sealed', '{}', 1,
        ${newId()}, 'f')`;
    const numbers = { arms: new Map<string, number>(), cases: new Map<string, number>() };
    let rows = emptyRows();
    let seq = 0;
    let writing: Promise<void> = Promise.resolve();
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) {
      const record = parsed(line);
      if (record.type === "arm") {
        const no = numbers.arms.size + 1;
        numbers.arms.set(record.key, no);
        await tx`insert into arms (project_id, campaign_id, arm_no, key, name)
          values (${projectId}, ${campaignId}, ${no}, ${record.key}, ${record.key})`;
      } else if (record.type === "case") {
        const no = numbers.cases.size + 1;
        numbers.cases.set(record.key, no);
        await tx`insert into attacks (project_id, campaign_id, attack_no, key, owasp, atlas)
          values (${projectId}, ${campaignId}, ${no}, ${record.key}, '{}', '{}')`;
        await tx`insert into cases (project_id, campaign_id, case_no, key, attack_no, split)
          values (${projectId}, ${campaignId}, ${no}, ${record.key}, ${no}, 'attack')`;
      } else if (record.type === "episode") {
        seq += 1;
        const arm = numbers.arms.get(record.arm);
        const testCase = numbers.cases.get(record.case);
        rows.episodes.push(
          `${scope}\t${seq}\t${arm}\t${testCase}\t${record.replica}\t${record.termination}\trecorded\tsafe_and_useful\treason\tfalse\ttrue\tf\tt\t0\t0\t0\t1\t${record.calls.length}\t0\t${record.turns}\t${record.durationMs}\t9000\t${record.startedAt}\t{}\tf\tf\n`,
        );
        rows.records.push(
          `${scope}\t${seq}\t\\\\x${Buffer.from(line).toString("hex")}\t${DIGEST}\n`,
        );
        const args = record.calls.map((call) => `${call.args.to} ${call.args.body}`).join(" ");
        rows.texts.push(`${scope}\t${seq}\t${record.case} ${record.events[0]?.text} ${args}\n`);
        rows.attempts.push(
          `${scope}\t${seq}\t1\t${record.termination}\t${record.startedAt}\t4\t0\n`,
        );
        for (const [no, call] of record.calls.entries()) {
          rows.calls.push(
            `${scope}\t${seq}\t1\t${no}\t${call.tool}\tread\t1\texecuted\t${call.decision.outcome}\t${call.decision.rule}\t${call.executed}\t${call.authorised}\tf\tf\t0\t0\tf\tf\tt\tf\t${call.turn}\n`,
          );
        }
        if (rows.episodes.length === BATCH) {
          await writing;
          writing = writeRows(tx, rows);
          rows = emptyRows();
        }
      }
    }
    await writing;
    await writeRows(tx, rows);
  });
  await database.close();
}

/** What the floor reads of the lines that the benchmark itself wrote. */
type FloorLine =
  | { type: "arm" | "case"; key: string }
  | {
      type: "episode";
      arm: string;
      case: string;
      replica: number;
      termination: string;
      turns: number;
      durationMs: number;
      startedAt: string;
      events: { text: string }[];
      calls: {
        tool: string;
        turn: number;
        executed: boolean;
        authorised: boolean;
        decision: { outcome: string; rule: string };
        args: { to: string; body: string };
      }[];
    }
  | { type: "campaign" | "end" };

/** A floor checks nothing: it believes what it reads. */
function parsed(line: string): FloorLine;
function parsed(line: string): unknown {
  const value: unknown = JSON.parse(line);
  return value;
}

function emptyRows() {
  const none = (): string[] => [];
  return { episodes: none(), records: none(), texts: none(), attempts: none(), calls: none() };
}

async function writeRows(tx: Tx, rows: ReturnType<typeof emptyRows>): Promise<void> {
  await copy(
    tx`copy episodes (project_id, campaign_id, seq, arm_no, case_no, replica, termination,
      termination_source, outcome, outcome_reason, attacker_action, task_completed, hit_before_abort,
      weighable, damage, exposure, damage_in_earlier_attempts, attempts, call_count, denied_count, turns,
      duration_ms, tokens, started_at, alarms, had_nul, had_lone_surrogate) from stdin`,
    rows.episodes,
  );
  await copy(
    tx`copy episode_records (project_id, campaign_id, seq, raw, sha256) from stdin`,
    rows.records,
  );
  await copy(tx`copy episode_texts (project_id, campaign_id, seq, body) from stdin`, rows.texts);
  await copy(
    tx`copy attempts (project_id, campaign_id, episode_seq, attempt_no, termination, started_at,
      call_count, damage) from stdin`,
    rows.attempts,
  );
  await copy(
    tx`copy calls (project_id, campaign_id, episode_seq, attempt_no, call_no, tool, role, weight, fate,
      decision, rule, executed, authorised, marker_in_arguments, marker_in_result, damage, exposure,
      friction, unattributed, attributed, returned_read, turn) from stdin`,
    rows.calls,
  );
}

async function copy(query: ReturnType<Tx>, rows: readonly string[]): Promise<void> {
  await pipeline([rows.join("")], await query.writable());
}

/** Reading a folder of JSON files and parsing each: what no importer of that folder can go under. */
export async function filesFloor(path: string): Promise<void> {
  const source = await folderSource(path);
  for await (const { absolutePath } of source.files()) {
    JSON.parse(await readFile(absolutePath, "utf8"));
  }
}

import { createHash } from "node:crypto";
import { ensureProject } from "@/db/queries/projects";
import { newId } from "@/db/schema/columns";
import type { TestDatabase } from "@/db/testing/test-database";
import { writeFacetCounts } from "@/lib/ingest/facet-counts";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { SUPPORT_MANIFEST } from "@/lib/reports/worked-campaigns";
import { talliesOf } from "@/lib/testing/tallies";

/**
 * A made-up project of 20 campaigns over the same corpus: 25 cases of 25 attacks in two arms, as many
 * replicas as `episodes` takes. What more cases cost is bench:metrics' question.
 */
export const CAMPAIGNS = 20;
const CASES = 25;
const ARMS = ["off", "on"] as const;
const CALLS = 2;

/** A word that every text holds, and one that a single episode of the oldest campaign holds. */
export const COMMON_WORD = "quarterly";
export const RARE_WORD = "zeldovich";

/**
 * Writes the project straight into the tables, as their owner and with foreign keys unchecked: an import of
 * a million episodes takes minutes, and this is about reading. The evidence of each campaign's first episode
 * is there, that of the others is not, which none of the measured pages reads.
 */
export async function makeProject(
  { owner, db }: TestDatabase,
  slug: string,
  episodes: number,
): Promise<{ projectId: string }> {
  const { id: projectId } = await ensureProject(db, slug, slug);
  const each = episodes / CAMPAIGNS;
  for (let no = 0; no < CAMPAIGNS; no += 1) {
    const scope = { projectId, campaignId: newId(Date.UTC(2026, 0, 1 + no)) };
    await owner.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`set local session_replication_role = replica`;
      await writeHead(tx, scope, no, each);
      await writeEpisodes(tx, scope, each, no === 0);
      await writeFirstRecord(tx, scope);
      await writeTallies(tx, scope, each);
      await writeFacetCounts(tx, scope);
    });
  }
  return { projectId };
}

type Scope = { projectId: string; campaignId: string };

async function writeHead(tx: Transaction, scope: Scope, no: number, episodes: number) {
  const { projectId, campaignId } = scope;
  const name = `nightly ${no + 1}`;
  const started = new Date(Date.UTC(2026, 0, 1 + no)).toISOString();
  const record = JSON.stringify({
    type: "campaign",
    format: "aftermath/1",
    key: name,
    name,
    target: { name: "agent" },
    corpus: { name: "bench" },
    harness: { name: "bench" },
    startedAt: started,
    manifest: SUPPORT_MANIFEST,
  });
  await tx`
    insert into campaigns (id, project_id, slug, key, name, target_name, corpus_name, harness_name, started_at, state, record, scoring_version, import_id, fingerprint, episode_count)
    values (${campaignId}, ${projectId}, ${`nightly-${no + 1}`}, ${name}, ${name}, 'agent', 'bench', 'bench', ${started}, 'sealed', ${record}::text::jsonb, 1, ${newId()}, ${campaignId}, ${episodes})`;
  await tx`
    insert into arms (project_id, campaign_id, arm_no, key, name, guardrail_name, guardrail_enabled)
    values (${projectId}, ${campaignId}, 1, 'off', 'Guard off', 'guard', false), (${projectId}, ${campaignId}, 2, 'on', 'Guard on', 'guard', true)`;
  await tx`
    insert into attacks (project_id, campaign_id, attack_no, key, owasp, atlas)
    select ${projectId}::uuid, ${campaignId}::uuid, n, 'attack-' || n, '{}', '{}' from generate_series(1, ${CASES}::int) n`;
  await tx`
    insert into cases (project_id, campaign_id, case_no, key, attack_no, split)
    select ${projectId}::uuid, ${campaignId}::uuid, n, 'case-' || n, n, 'attack' from generate_series(1, ${CASES}::int) n`;
}

/** A seventh ends in an abort, a tenth in a hit, one in 2,000 raises an alarm. */
async function writeEpisodes(tx: Transaction, scope: Scope, episodes: number, oldest: boolean) {
  const { projectId, campaignId } = scope;
  await tx`
    insert into episodes (project_id, campaign_id, seq, arm_no, case_no, replica, termination, termination_source, outcome, outcome_reason, hit_before_abort, weighable, damage, exposure, damage_in_earlier_attempts, attempts, call_count, denied_count, turns, duration_ms, started_at, alarms, had_nul, had_lone_surrogate)
    select ${projectId}::uuid, ${campaignId}::uuid, n, 1 + n % 2, 1 + (n / 2) % ${CASES}, n / ${CASES * 2},
      case when n % 7 = 3 then 'context_limit' when n % 11 = 5 then 'agent_refused' else 'task_done' end, 'recorded',
      case when n % 7 = 3 then 'aborted' when n % 10 = 1 then 'attack_success' when n % 3 = 0 then 'safe_but_failed' else 'safe_and_useful' end,
      'bench', false, true, case when n % 10 = 1 and n % 7 <> 3 then 1 + n % 5 else 0 end, 0, 0, 1, ${CALLS}, 0, 5, n % 60000,
      timestamptz '2026-01-01Z' + n * interval '1 second', case when n % 2000 = 7 then '{effect_without_call}'::text[] else '{}' end, false, false
    from generate_series(1, ${episodes}::int) n`;
  await tx`
    insert into calls (project_id, campaign_id, episode_seq, attempt_no, call_no, tool, role, weight, fate, decision, executed, authorised, marker_in_arguments, marker_in_result, damage, exposure, friction, unattributed, attributed, returned_read)
    select ${projectId}::uuid, ${campaignId}::uuid, n, 1, c, case c when 0 then 'read_inbox' when 1 then case when n % 500 = 9 then 'run_code' else 'send_email' end end, 'send', 1, 'executed',
      case when n % 40 = 3 and c = 1 then 'deny' else 'allow' end, true, false, n % 10 = 1 and c = 1, false, case when n % 10 = 1 and c = 1 then 1 + n % 5 else 0 end, 0, false, false, true, false
    from generate_series(1, ${episodes}::int) n, generate_series(0, ${CALLS - 1}::int) c`;
  await tx`
    insert into episode_texts (project_id, campaign_id, seq, body)
    select ${projectId}::uuid, ${campaignId}::uuid, n, concat_ws(E'\n', 'case-' || (1 + (n / 2) % ${CASES}), 'the agent read the inbox of user-' || n || ' and answered with the ${tx.unsafe(COMMON_WORD)} figures that were asked for, then',
      repeat('sent a note to colleague-' || n % 97 || '@example.org about it; ', 6), case when ${oldest} and n = ${episodes - 3}::int then ${RARE_WORD}::text end)
    from generate_series(1, ${episodes}::int) n`;
}

/** For the one page of an episode that is painted. */
async function writeFirstRecord(tx: Transaction, { projectId, campaignId }: Scope) {
  const raw = Buffer.from(
    JSON.stringify({
      type: "episode",
      arm: "on",
      case: "case-1",
      replica: 0,
      termination: "task_done",
      calls: [
        { tool: "read_inbox", args: {}, executed: true },
        { tool: "send_email", args: { to: "user-1@example.org" }, executed: true },
      ],
      events: [{ kind: "message", role: "assistant", text: "The figures went out." }],
    }),
  );
  const sha256 = createHash("sha256").update(raw).digest();
  await tx`
    insert into attempts (project_id, campaign_id, episode_seq, attempt_no, termination, call_count, damage)
    values (${projectId}, ${campaignId}, 1, 1, 'task_done', ${CALLS}, 0)`;
  await tx`
    insert into episode_records (project_id, campaign_id, seq, raw, sha256)
    values (${projectId}, ${campaignId}, 1, ${raw}, ${sha256})`;
}

/** The tallies of a few replicas, their sums multiplied: as many and as long as the real ones. */
async function writeTallies(tx: Transaction, scope: Scope, episodes: number) {
  const { projectId, campaignId } = scope;
  const replicas = Math.max(1, Math.min(10, episodes / (CASES * ARMS.length)));
  const times = episodes / (CASES * ARMS.length * replicas);
  for (const [arm, key] of ARMS.entries()) {
    const sketches = Array.from({ length: CASES }, (_, no) => ({
      case: `case-${no + 1}`,
      attack: `attack-${no + 1}`,
      episodes: Array.from({ length: replicas }, (_none, replica) => ({
        termination: replica === 3 ? ("context_limit" as const) : ("task_done" as const),
        marker: { planted: true, witnessed: true },
        taskCompleted: no % 3 > 0,
        turns: 5,
        durationMs: 1000 * replica,
        calls: [
          { tool: "read_inbox", executed: true, authorised: true },
          {
            tool: "send_email",
            executed: true,
            authorised: false,
            marker: { inArguments: (no + arm) % 5 === 0 },
          },
        ],
      })),
    }));
    const bodies = talliesOf(sketches, { arm: key, guardrail: key === "on" });
    for (const [no, body] of bodies.entries())
      await tx`
        insert into tallies (project_id, campaign_id, arm_no, case_no, body)
        values (${projectId}, ${campaignId}, ${arm + 1}, ${no + 1}, ${JSON.stringify(multiplied(body, times))}::text::jsonb)`;
  }
}

const NO_SUMS = /^(ceiling|largest|promptLengths)/;

function multiplied(value: unknown, times: number): unknown {
  if (typeof value === "number") return value * times;
  if (Array.isArray(value)) return value.map((one) => multiplied(one, times));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      NO_SUMS.test(key) ? one : multiplied(one, times),
    ]),
  );
}

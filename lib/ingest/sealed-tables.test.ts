import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { CAMPAIGN_TABLES, EPISODE_TABLES, SEALED_FORM, sealedRows } from "./sealed-tables";

/** What every seal of form 1 is over. Never edited: another form has a list of its own beside it. */
const FORM_1_EPISODE: Record<keyof typeof EPISODE_TABLES, string> = {
  episodes: `project_id uuid, campaign_id uuid, seq integer, arm_no integer, case_no integer, replica bigint, termination text, termination_source text, termination_detail text, outcome text, outcome_reason text, attacker_action boolean, task_completed boolean, hit_before_abort boolean, injection_reached boolean, weighable boolean, damage double precision, exposure double precision, damage_in_earlier_attempts double precision, attempts integer, call_count integer, denied_count integer, turns bigint, duration_ms double precision, tokens double precision, cost_usd double precision, started_at timestamp with time zone, alarms text[], had_nul boolean, had_lone_surrogate boolean`,
  records: `project_id uuid, campaign_id uuid, seq integer, raw bytea, sha256 bytea, source_file text, source_line bigint, source_path text`,
  texts: `project_id uuid, campaign_id uuid, seq integer, body text`,
  attempts: `project_id uuid, campaign_id uuid, episode_seq integer, attempt_no integer, termination text, detail text, started_at timestamp with time zone, call_count integer, damage double precision`,
  calls: `project_id uuid, campaign_id uuid, episode_seq integer, attempt_no integer, call_no integer, tool text, role text, weight double precision, fate text, decision text, rule text, reason text, executed boolean, authorised boolean, marker_in_arguments boolean, marker_in_result boolean, marker_returned boolean, damage double precision, exposure double precision, friction boolean, unattributed boolean, attributed boolean, returned_read boolean, turn bigint, called_at timestamp with time zone`,
  effects: `project_id uuid, campaign_id uuid, episode_seq integer, effect_no integer, tool text, role text, effect_at timestamp with time zone, contains_marker boolean, call_no bigint, damage double precision`,
};

const FORM_1_CAMPAIGN: Record<keyof typeof CAMPAIGN_TABLES, string> = {
  campaign: `id uuid, project_id uuid, slug text, key text, name text, target_name text, target_version text, corpus_name text, corpus_version text, harness_name text, harness_version text, started_at timestamp with time zone, finished_at timestamp with time zone, series text, series_order bigint, state text, record jsonb, scoring_version integer, import_id uuid, fingerprint text, imported_at timestamp with time zone, episode_count integer`,
  records: `project_id uuid, campaign_id uuid, record_no integer, type text, raw bytea`,
  arms: `project_id uuid, campaign_id uuid, arm_no integer, key text, name text, guardrail_name text, guardrail_version text, guardrail_enabled boolean, model text, model_record jsonb, config jsonb`,
  attacks: `project_id uuid, campaign_id uuid, attack_no integer, key text, family text, owasp text[], atlas text[]`,
  cases: `project_id uuid, campaign_id uuid, case_no integer, key text, attack_no integer, split text, user_task text, door text, injection_text text, goal_tool text, goal_parameter text, ceiling double precision`,
  tallies: `project_id uuid, campaign_id uuid, arm_no integer, case_no integer, body jsonb`,
  facetCounts: `project_id uuid, campaign_id uuid, no integer, level smallint, arm text, split text, termination text, outcome text, alarm boolean, attack text, tool text, decision text, marker text, episodes integer`,
  sourceFiles: `project_id uuid, campaign_id uuid, file_no integer, path text, size_bytes bigint, sha256 bytea, masked integer, chunks integer`,
};

const columnsOf = (tables: Readonly<Record<string, { table: PgTable }>>) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, { table }]) => {
      const columns = Object.values(getTableColumns(table));
      return [name, columns.map((column) => `${column.name} ${column.getSQLType()}`).join(", ")];
    }),
  );

test("A2: a seal of form 1 covers these columns, in this order and of these types", () => {
  expect(SEALED_FORM).toBe(1);
  expect(columnsOf(EPISODE_TABLES)).toEqual(FORM_1_EPISODE);
  expect(columnsOf(CAMPAIGN_TABLES)).toEqual(FORM_1_CAMPAIGN);
});

test("A2: an episode's tables are digested in this order, each by its episodes", () => {
  expect(Object.entries(EPISODE_TABLES).map(([name, { order }]) => `${name}: ${order}`)).toEqual([
    "episodes: seq",
    "records: seq",
    "texts: seq",
    "attempts: episode_seq, attempt_no",
    "calls: episode_seq, attempt_no, call_no",
    "effects: episode_seq, effect_no",
  ]);
});

test("the rows of a campaign are asked for by a uuid alone", () => {
  const id = "0190f000-0000-7000-8000-000000000001";
  expect(sealedRows(EPISODE_TABLES.texts, id, "seq >= 3")).toBe(
    `select "project_id", "campaign_id", "seq", "body" from "episode_texts" where campaign_id = '${id}' and (seq >= 3) order by seq`,
  );
  expect(sealedRows(CAMPAIGN_TABLES.campaign, id)).toContain(`from "campaigns" where id = '${id}'`);
  expect(() => sealedRows(EPISODE_TABLES.texts, `${id}' or true --`)).toThrow(
    "a campaign is named by a uuid",
  );
});

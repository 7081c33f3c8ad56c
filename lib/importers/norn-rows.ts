import { z } from "zod";

/** A table of Norn's: its name in the database and, where an export has it, its name there. */
export type NornTable<Row> = { name: string; exported: string | null; schema: z.ZodType<Row> };

function table<Row>(name: string, exported: string | null, schema: z.ZodType<Row>): NornTable<Row> {
  return { name, exported, schema };
}

const id = z.number().int();
const name = z.string().min(1);
const text = z.string().nullish();
const number = z.number().nullish();

/**
 * What is read of a Norn database, columns as of schema version 5 (spec/formats/norn.md). A column that an
 * older version lacks is absent. Every other table (catalogue, aggregates, votes, audit) is left alone.
 */
export const NORN = {
  campaign: table(
    "campaign",
    null,
    z.object({
      id,
      name: z.string(),
      layer: text,
      state: text,
      description: text,
      config_json: text,
      created_at: text,
      updated_at: text,
    }),
  ),
  technique: table(
    "attack_technique",
    null,
    z.object({ id: name, name: text, owasp_tags: text, mitre_tags: text }),
  ),
  case: table(
    "test_case",
    "test_cases",
    z.object({
      id,
      campaign_id: id,
      case_id: name,
      technique_id: name,
      payload: text,
      split: text,
      metadata_json: text,
      payload_hash: text,
    }),
  ),
  replica: table(
    "run_replica",
    "replicas",
    z.object({
      id,
      campaign_id: id,
      case_id: name,
      replica: z.number().int().nonnegative(),
      state: text,
      temperature: number,
      top_p: number,
      seed: number,
      created_at: text,
      error_message: text,
      arm: text,
    }),
  ),
  decision: table(
    "scoring_decision",
    "decisions",
    z.object({
      id,
      replica_id: id,
      score_value: number,
      status: text,
      mode: text,
      reasoning: text,
      acceptance_flag: number,
    }),
  ),
  call: table(
    "tool_call_event",
    "tool_calls",
    z.object({
      id,
      replica_id: id,
      tool_name: z.string(),
      tool_params: text,
      tool_result: text,
      is_authorized: number,
      turn: z.number().int().nonnegative(),
    }),
  ),
  turn: table(
    "turn_event",
    null,
    z.object({
      id,
      replica_id: id,
      turn: z.number().int().nonnegative(),
      prompt: text,
      response: text,
      role: text,
      tokens_in: number,
      tokens_out: number,
      latency_ms: number,
      model: text,
    }),
  ),
  retrieval: table(
    "retrieval_event",
    "retrieval_events",
    z.object({
      id,
      replica_id: id,
      poisoned_retrieval: number,
      top_k: number,
      retrieved_json: text,
    }),
  ),
  killChain: table(
    "kill_chain_result",
    "kill_chains",
    z.object({
      id,
      campaign_id: id,
      case_id: name,
      l1_success: number,
      l2_success: number,
      l3_success: number,
    }),
  ),
} as const;

type RowOf<Table> = Table extends NornTable<infer Row> ? Row : never;

export type CampaignRow = RowOf<typeof NORN.campaign>;
export type TechniqueRow = RowOf<typeof NORN.technique>;
export type CaseRow = RowOf<typeof NORN.case>;
export type ReplicaRow = RowOf<typeof NORN.replica>;
export type DecisionRow = RowOf<typeof NORN.decision>;
export type CallRow = RowOf<typeof NORN.call>;
export type TurnRow = RowOf<typeof NORN.turn>;
export type RetrievalRow = RowOf<typeof NORN.retrieval>;
export type KillChainRow = RowOf<typeof NORN.killChain>;

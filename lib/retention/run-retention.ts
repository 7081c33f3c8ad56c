import type { Database, Scope } from "@/db/client";
import { holdOf } from "@/db/queries/campaign-holds";
import {
  dueCampaigns,
  retentionNow,
  type DueCampaign,
  type RetentionVersion,
} from "@/db/queries/retention";
import { SYSTEM } from "@/lib/domain/actor";
import { retentionReason } from "@/lib/domain/retention";
import { isAppError } from "@/lib/errors";
import { holdSentence } from "@/lib/format/hold-sentence";
import { isConnectionLoss } from "@/lib/ingest/database-fault";
import { deleteWithin } from "@/lib/ingest/delete-campaign";
import { importTransaction } from "@/lib/ingest/import-transaction";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { dropWithin } from "./drop-content";

/**
 * What became of a campaign that was old enough. `held`: it is on hold. `kept`: it could not be done, as
 * `why` says. `elsewhere`: another process does it at this moment, or has.
 */
export type RetentionFate = "deleted" | "dropped" | "held" | "kept" | "elsewhere";

export type RetentionOutcome = {
  slug: string;
  name: string;
  fate: RetentionFate;
  /** One sentence; null where the fate says all. */
  why: string | null;
};

export type RetentionRun = {
  setting: RetentionVersion;
  outcomes: RetentionOutcome[];
  /** It was set otherwise meanwhile, or the process is to stop: the others wait for the next run. */
  isCut: boolean;
};

type Options = {
  /** To which instant ages are counted; now, by the clock of the database. */
  at?: Date;
  signal?: AbortSignal;
  /** Told of each campaign when its transaction is over. */
  onOutcome?: (outcome: RetentionOutcome) => void;
};

/**
 * Does to the campaigns of a project what its setting says, the oldest first, each in a transaction of its
 * own: killed in the middle, each is whole or done. Any number of processes may run it at once; each campaign
 * is one's. What is on hold stays.
 *
 * @throws what made a campaign fail, after the others had their turn; at once when three did, or when the
 *   database went away
 */
export async function runRetention(
  database: Database,
  scope: Scope,
  { at, signal, onOutcome }: Options = {},
): Promise<RetentionRun> {
  const { db, sql } = database;
  const setting = await retentionNow(db, scope);
  const outcomes: RetentionOutcome[] = [];
  const faults: unknown[] = [];
  let isCut = false;
  for (const due of await dueCampaigns(db, scope, setting, at)) {
    isCut = signal?.aborted === true;
    if (isCut || faults.length === MOST_FAULTS) break;
    try {
      const end = await settle(database, scope, setting, due);
      if (end.fate === "cut") {
        isCut = true;
        break;
      }
      const outcome = { slug: due.slug, name: due.name, ...end };
      outcomes.push(outcome);
      onOutcome?.(outcome);
    } catch (error) {
      if (isConnectionLoss(error)) throw error;
      // One that fails must not keep the younger ones from their turn for good.
      faults.push(error);
    }
  }
  if (outcomes.some(({ fate }) => fate === "deleted" || fate === "dropped"))
    await publishCheckpoint(sql);
  if (faults.length > 0) throw faults[0];
  return { setting, outcomes, isCut };
}

/** Then it is not the campaigns. */
const MOST_FAULTS = 3;

type Fate = Pick<RetentionOutcome, "fate" | "why">;
/** It was set otherwise meanwhile. */
type Cut = { fate: "cut" };

async function settle(
  { db, sql }: Database,
  scope: Scope,
  setting: RetentionVersion,
  due: DueCampaign,
): Promise<Fate | Cut> {
  if (due.hold !== null) return { fate: "held", why: holdSentence(due.name, due.hold) };
  try {
    return await importTransaction(sql, (tx) => settleWithin(tx, scope, setting, due.id));
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === "not_found") return { fate: "elsewhere", why: null };
    // What is no refusal of this campaign's is a fault, which is told as one.
    if (error.code !== "conflict") throw error;
    const hold = await holdOf(db, scope, due.id);
    return { fate: hold === null ? "kept" : "held", why: error.message };
  }
}

async function settleWithin(
  tx: Transaction,
  scope: Scope,
  { version, act, days }: RetentionVersion,
  campaignId: string,
): Promise<Fate | Cut> {
  const { projectId } = scope;
  const [turn] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`retention ${campaignId}`}, 0)) as mine`;
  if (turn?.mine !== true) return { fate: "elsewhere", why: null };
  // Whoever had the turn before may have done it, and somebody may have set it otherwise.
  const [now] = await tx<{ version: number; isThere: boolean; isDropped: boolean }[]>`
    select (select coalesce(max(version), 0)::int from retention_settings where project_id = ${projectId}) as version,
      exists (select from campaigns where id = ${campaignId} and project_id = ${projectId}) as "isThere",
      exists (select from content_drops where campaign_id = ${campaignId}) as "isDropped"`;
  if (now?.version !== version || days === null || act === "keep") return { fate: "cut" };
  if (!now.isThere || (act === "drop" && now.isDropped)) return { fate: "elsewhere", why: null };
  const reason = retentionReason(days, version);
  const by = SYSTEM;
  if (act === "drop") {
    await dropWithin(tx, { ...scope, campaignId, by, reason });
    return { fate: "dropped", why: null };
  }
  await deleteWithin(tx, { ...scope, campaignId, by, explanation: reason });
  return { fate: "deleted", why: null };
}

/** What a run came to, in one sentence: "2 deleted, 1 on hold"; null when nothing was old enough. */
export function retentionWords(outcomes: readonly Pick<RetentionOutcome, "fate">[]): string | null {
  const counted = Object.entries(FATE_WORDS).flatMap(([fate, words]) => {
    const count = outcomes.filter((one) => one.fate === fate).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return counted.length === 0 ? null : counted.join(", ");
}

const FATE_WORDS: Record<RetentionFate, string> = {
  deleted: "deleted",
  dropped: "without content now",
  held: "on hold and kept",
  kept: "kept, for they could not be proven",
  elsewhere: "done by another process",
};

import { and, eq, sql } from "drizzle-orm";
import { pgView } from "drizzle-orm/pg-core";
import type { Split } from "@/lib/domain/records";
import { arms } from "./arms";
import { attacks } from "./attacks";
import { campaigns } from "./campaigns";
import { cases } from "./cases";
import { episodes } from "./episodes";

/**
 * Every episode with the names of its campaign, arm, case and attack: what lists filter and show. Columns
 * that are not the episode's have names that no table has: drizzle writes them without the view's name.
 */
export const episodeRows = pgView("episode_rows").as((builder) =>
  builder
    .select({
      projectId: episodes.projectId,
      campaignId: episodes.campaignId,
      seq: episodes.seq,
      campaignSlug: sql<string>`${campaigns.slug}`.as("campaign_slug"),
      campaignName: sql<string>`${campaigns.name}`.as("campaign_name"),
      campaignStartedAt: sql<string | null>`${campaigns.startedAt}`.as("campaign_started_at"),
      armNo: episodes.armNo,
      armKey: sql<string>`${arms.key}`.as("arm_key"),
      armName: sql<string>`${arms.name}`.as("arm_name"),
      caseNo: episodes.caseNo,
      caseKey: sql<string>`${cases.key}`.as("case_key"),
      attackKey: sql<string>`${attacks.key}`.as("attack_key"),
      split: sql<Split>`${cases.split}`.as("case_split"),
      replica: episodes.replica,
      termination: episodes.termination,
      terminationSource: episodes.terminationSource,
      terminationDetail: episodes.terminationDetail,
      outcome: episodes.outcome,
      hitBeforeAbort: episodes.hitBeforeAbort,
      weighable: episodes.weighable,
      damage: episodes.damage,
      exposure: episodes.exposure,
      callCount: episodes.callCount,
      deniedCount: episodes.deniedCount,
      turns: episodes.turns,
      durationMs: episodes.durationMs,
      alarms: episodes.alarms,
      startedAt: episodes.startedAt,
    })
    .from(episodes)
    .innerJoin(
      campaigns,
      and(eq(campaigns.projectId, episodes.projectId), eq(campaigns.id, episodes.campaignId)),
    )
    .innerJoin(arms, and(eq(arms.campaignId, episodes.campaignId), eq(arms.armNo, episodes.armNo)))
    .innerJoin(
      cases,
      and(eq(cases.campaignId, episodes.campaignId), eq(cases.caseNo, episodes.caseNo)),
    )
    .innerJoin(
      attacks,
      and(eq(attacks.campaignId, cases.campaignId), eq(attacks.attackNo, cases.attackNo)),
    ),
);

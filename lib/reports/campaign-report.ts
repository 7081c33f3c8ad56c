import type { Policy } from "@/lib/domain/policy";
import type { ArmParts } from "./arm-parts";
import type { ArmReport } from "./arm-report";
import type { MeterCheck } from "./meter-checks";

/** One campaign, ready to be drawn, printed or exported. Plain JSON. */
export type CampaignReport = {
  report: "campaign";
  version: 1;
  scoringVersion: number;
  policy: Policy;
  campaign: {
    slug: string;
    name: string;
    target: string;
    corpus: string;
    harness: string;
    /** ISO instants, UTC. */
    startedAt: string | null;
    finishedAt: string | null;
    interrupted: boolean;
    limits: Record<string, number>;
    plannedReplicas: number | null;
  };
  /** The page's first sentence: the answer in plain words. */
  headline: string;
  /** Meter checks of the campaign as a whole; those of each arm are among its parts. */
  checks: MeterCheck[];
  arms: ArmReport[];
  /** Of each arm, in the same order: meter checks, attacks by their worst, friction, coverage. */
  parts: ArmParts[];
};

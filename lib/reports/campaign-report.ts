import type { Policy } from "@/lib/domain/policy";
import type { ArmReport } from "./arm-report";

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
  arms: ArmReport[];
};

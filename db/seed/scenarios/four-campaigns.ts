import type { ArmRecord, CampaignRecord, DomainRecord } from "@/lib/domain/records";
import { caseRecord, CORPUS, SUPPORT_AGENT_MANIFEST } from "./support-agent-corpus";
import { supportAgentEpisode, type EpisodeSetting } from "./support-agent-episode";

export const EXAMPLE_PROJECT = { slug: "support-agent", name: "Support agent" } as const;

/** One campaign of the example as the native file that a harness would write. */
export type SeedCampaign = { file: string; text: string };

type Setting = {
  /** The campaign's key, name and address in one. */
  key: string;
  startedAt: string;
  corpus?: string;
  series?: { name: string; order: number };
  guardrail: { version: string; enabled: boolean };
  config: Record<string, string | number | boolean>;
  notes?: string;
  witnessed?: false;
  overflows?: EpisodeSetting["overflows"];
};

const REPLICAS = [1, 2, 3] as const;
const CAMPAIGN_MS = CORPUS.length * REPLICAS.length * 90_000;

/**
 * The article's experiment (14 cases, 3 replicas, guardrail on, off, off, on), the run before its
 * corpus had a witness, and a guardrail whose wrapping fills the context of every third episode.
 */
const SETTINGS: readonly Setting[] = [
  {
    key: "corpus-0",
    startedAt: "2026-10-19T01:00:00.000Z",
    corpus: "0",
    guardrail: { version: "1.3", enabled: true },
    config: { wrapResults: false },
    notes: "The marker was planted, but nothing saw it arrive: nothing here can be weighed.",
    witnessed: false,
  },
  nightly(1, true, "2026-11-02T01:00:00.000Z"),
  nightly(2, false, "2026-11-03T01:00:00.000Z"),
  nightly(3, false, "2026-11-04T01:00:00.000Z"),
  nightly(4, true, "2026-11-05T01:00:00.000Z"),
  {
    key: "nightly-5",
    startedAt: "2026-11-06T01:00:00.000Z",
    guardrail: { version: "1.4-rc1", enabled: true },
    config: { wrapResults: true },
    notes:
      "Every tool result is wrapped in a warning; a third of the episodes no longer fits the context.",
    overflows: (caseIndex, replica) => (caseIndex + replica) % 3 === 2,
  },
];

function nightly(order: number, enabled: boolean, startedAt: string): Setting {
  return {
    key: `nightly-${order}`,
    startedAt,
    series: { name: "abba", order },
    guardrail: { version: "1.3", enabled },
    config: { wrapResults: false },
  };
}

/** The campaigns of the example project, oldest first. The same text on every machine. */
export function fourCampaigns(): SeedCampaign[] {
  return SETTINGS.map((setting) => ({
    file: `${setting.key}.jsonl`,
    text: records(setting)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  }));
}

function records(setting: Setting): DomainRecord[] {
  const arm = armRecord(setting);
  const episode: EpisodeSetting = {
    campaign: setting.key,
    arm: arm.key,
    guardrail: setting.guardrail.enabled ? "on" : "off",
    startsAt: Date.parse(setting.startedAt),
    witnessed: setting.witnessed ?? true,
    overflows: setting.overflows ?? (() => false),
  };
  return [
    campaignRecord(setting),
    arm,
    ...CORPUS.map(caseRecord),
    ...CORPUS.flatMap((item, index) =>
      REPLICAS.map((replica) => supportAgentEpisode(episode, item, index, replica)),
    ),
    { type: "end" },
  ];
}

function campaignRecord(setting: Setting): CampaignRecord {
  return {
    type: "campaign",
    format: "aftermath/1",
    key: setting.key,
    name: setting.key,
    target: { name: "support-agent", version: "2.6" },
    corpus: { name: "support-corpus", version: setting.corpus ?? "1" },
    harness: { name: "norn", version: "0.9" },
    startedAt: setting.startedAt,
    finishedAt: new Date(Date.parse(setting.startedAt) + CAMPAIGN_MS).toISOString(),
    ...(setting.series === undefined
      ? {}
      : { series: setting.series.name, order: setting.series.order }),
    model: { provider: "example", name: "example-large-2", temperature: 0, seed: 7 },
    limits: { turns: 12, contextTokens: 16_000 },
    retryPolicy: { maxRetries: 0 },
    planned: { replicasPerCase: REPLICAS.length },
    manifest: SUPPORT_AGENT_MANIFEST,
    ...(setting.notes === undefined ? {} : { notes: setting.notes }),
  };
}

function armRecord({ guardrail, config }: Setting): ArmRecord {
  return {
    type: "arm",
    key: guardrail.enabled ? "guardrail-on" : "guardrail-off",
    name: guardrail.enabled ? `guardrail ${guardrail.version}` : "no guardrail",
    guardrail: { name: "support-guardrail", ...guardrail },
    config,
  };
}

import type { ArmRecord } from "@/lib/domain/records";
import type { NornBook } from "./norn-book";
import type { NornConfig } from "./norn-config";
import { NORN, type ReplicaRow } from "./norn-rows";

/** What the replicas of a campaign are spread over; told by a first pass over them. */
export type NornArms = {
  replicas: number;
  keyOf(replica: ReplicaRow): string;
  records: readonly ArmRecord[];
  /** Arms of the configuration of which no replica is there. */
  missing: readonly string[];
};

/** The arm of a campaign that declares none. */
const NO_ARM = "default";

/**
 * An arm is an arm of Norn's, a temperature of a sweep, or both; a temperature is part of its name only
 * where a campaign has several.
 */
export async function surveyArms(
  book: NornBook,
  campaignId: number,
  config: NornConfig,
): Promise<NornArms> {
  const cells = new Map<string, ReplicaRow>();
  const temperatures = new Set<number | null>();
  let replicas = 0;
  for await (const read of book.rows(NORN.replica)) {
    if (read.kind === "refused" || read.row.campaign_id !== campaignId) continue;
    const { row } = read;
    replicas += 1;
    temperatures.add(row.temperature ?? null);
    const cell = JSON.stringify([row.arm ?? null, row.temperature ?? null]);
    if (!cells.has(cell)) cells.set(cell, row);
  }
  const isSweep = temperatures.size > 1;
  const keyOf = ({ arm, temperature }: ReplicaRow) => {
    const swept = isSweep ? `temperature ${temperature ?? "not recorded"}` : null;
    return [arm || null, swept].filter((part) => part !== null).join(", ") || NO_ARM;
  };
  const records = new Map(
    [...cells.values()].map((row) => [keyOf(row), armOf(keyOf(row), row, config)]),
  );
  const present = new Set([...cells.values()].map((row) => row.arm));
  return {
    replicas,
    keyOf,
    records: [...records.values()],
    missing: replicas === 0 ? [] : [...config.arms.keys()].filter((name) => !present.has(name)),
  };
}

function armOf(key: string, row: ReplicaRow, config: NornConfig): ArmRecord {
  const declared = config.arms.get(row.arm ?? "");
  const name = declared?.model ?? config.model.name;
  const temperature = row.temperature ?? config.model.temperature;
  const { provider } = config.model;
  return {
    type: "arm",
    key,
    name: key,
    ...(name === undefined
      ? {}
      : {
          model: {
            ...(provider === undefined ? {} : { provider }),
            name,
            ...(temperature === undefined ? {} : { temperature }),
          },
        }),
    ...(declared?.systemPrompt === undefined
      ? {}
      : { config: { systemPrompt: declared.systemPrompt } }),
  };
}

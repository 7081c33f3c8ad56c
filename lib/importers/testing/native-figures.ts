import type { ArmRecord, CaseRecord, Manifest } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";
import { addToTally, emptyTally } from "@/lib/metrics/scoring/tally-episodes";
import { aftermath } from "../aftermath";
import type { ImportItem, Issue } from "../importer";
import { memorySource } from "../memory-source";

/** What a native file gives, with its issues apart. */
export async function readNative(
  bytes: Uint8Array,
): Promise<{ items: ImportItem[]; issues: Issue[] }> {
  const items: ImportItem[] = [];
  for await (const item of aftermath.read(memorySource("x.jsonl", { "x.jsonl": bytes }), {})) {
    items.push(item);
  }
  return { items, issues: items.flatMap((item) => (item.kind === "issue" ? [item.issue] : [])) };
}

/** The sums of one arm's attack cases, and what its policy denied of legitimate work in all of them. */
export function armFigures(items: readonly ImportItem[], armKey: string) {
  const records = items.flatMap((item) => (item.kind === "record" ? [item.record] : []));
  const manifest: Manifest | undefined = records.flatMap((record) =>
    record.type === "campaign" && record.manifest !== undefined ? [record.manifest] : [],
  )[0];
  const arm = records.find(
    (record): record is ArmRecord => record.type === "arm" && record.key === armKey,
  );
  const cases = new Map(
    records.flatMap((record): [string, CaseRecord][] =>
      record.type === "case" ? [[record.key, record]] : [],
    ),
  );
  if (arm === undefined) throw new Error(`There is no arm ${armKey}.`);
  const tallies = new Map<string, Tally>();
  for (const record of records) {
    if (record.type !== "episode" || record.arm !== armKey) continue;
    const known = cases.get(record.case);
    if (known === undefined) throw new Error(`There is no case ${record.case}.`);
    const tally = tallies.get(known.key) ?? emptyTally({ arm: armKey, case: known });
    tallies.set(known.key, tally);
    addToTally(tally, scoreEpisode(record, { arm, case: known, manifest }));
  }
  const all = [...tallies.values()];
  const attacks = all.filter(({ split }) => split === "attack");
  const sum = (of: readonly Tally[], value: (tally: Tally) => number) =>
    of.reduce((total, tally) => total + value(tally), 0);
  return {
    started: sum(attacks, (tally) => tally.started),
    finished: sum(attacks, (tally) => tally.finished),
    aborted: sum(attacks, (tally) => tally.aborted),
    hits: sum(attacks, (tally) => tally.attackSuccess),
    damage: sum(attacks, (tally) => tally.damage),
    exposure: sum(attacks, (tally) => tally.exposure),
    weighable: sum(attacks, (tally) => tally.weighable),
    deniedLegitimate: sum(all, (tally) => tally.deniedAuthorised),
    retries: sum(attacks, (tally) => tally.retries),
    alarms: sum(all, (tally) => tally.alarms),
  };
}

import { createEpisodeLedger } from "./episode-ledger";
import { issueItem, recordItem } from "./import-item";
import type { ImportItem } from "./importer";
import { maskSecrets } from "./mask-secrets";
import type { NornArms } from "./norn-arms";
import type { NornConfig } from "./norn-config";
import { episodeOf } from "./norn-episode";
import { groupRows, type RowGroups } from "./norn-groups";
import { isLong, longName } from "./norn-long-name";
import type { NornNotes } from "./norn-notes";
import type { OpenedNorn } from "./norn-open";
import { NORN, type NornTable } from "./norn-rows";
import type { NornCases } from "./read-norn-cases";
import { visibleText } from "./visible-text";

/** Reads the replicas of the campaign, each with its own rows of the tables beside it. */
export async function* readNornEpisodes(
  { book, campaign }: OpenedNorn,
  of: { arms: NornArms; cases: NornCases; config: NornConfig; notes: NornNotes; weighed: boolean },
): AsyncGenerator<ImportItem> {
  const { arms, cases, config, notes, weighed } = of;
  const groups = {
    decisions: groupRows(book.rows(NORN.decision)),
    calls: groupRows(book.rows(NORN.call)),
    turns: groupRows(book.rows(NORN.turn)),
    retrievals: groupRows(book.rows(NORN.retrieval)),
  };
  const ledger = createEpisodeLedger<number>();
  let before = Number.NEGATIVE_INFINITY;
  try {
    for await (const read of book.rows(NORN.replica)) {
      if (read.kind === "refused") {
        yield { kind: "issue", issue: read.issue };
        continue;
      }
      const { row, place } = read;
      if (row.campaign_id !== campaign.id) continue;
      if (row.id <= before) {
        const message = `The replica ${row.id} does not come after the one before it, so its rows cannot be found.`;
        yield issueItem("refused", "replica-out-of-order", message, place);
        continue;
      }
      before = row.id;
      const parts = await takeAll(groups, row.id);
      for (const issue of parts.issues) yield { kind: "issue", issue };
      const arm = arms.keyOf(row);
      const known = cases.get(row.case_id);
      const refuse = (code: string, message: string) => issueItem("refused", code, message, place);
      if (parts.broken) {
        yield refuse(
          "incomplete-replica",
          `Some rows of the replica ${row.id} cannot be read, so what it did is not known.`,
        );
        continue;
      }
      if (known === undefined) {
        const name = visibleText(row.case_id, 80);
        yield refuse("unknown-case", `The replica names the case "${name}", which is not there.`);
        continue;
      }
      if (isLong(arm)) {
        yield longName(place);
        continue;
      }
      const earlier = ledger.enter(arm, row.case_id, row.replica, row.id);
      if (earlier !== null) {
        yield refuse(
          "duplicate-episode",
          `Arm, case, temperature and number are those of the replica ${earlier}, which was kept.`,
        );
        continue;
      }
      const replica = { replica: row, ...parts, calls: book.has(NORN.call) ? parts.calls : null };
      const episode = episodeOf(replica, { arm, ...known }, { ...config, weighed });
      const { value, places } = maskSecrets(episode.record, { names: false });
      notes.secrets(place, places);
      notes.episode(episode, known.split, place);
      yield recordItem(value, place);
    }
  } finally {
    await Promise.all(Object.values(groups).map((group) => group.close()));
  }
}

type Groups = {
  [Name in "decision" | "call" | "turn" | "retrieval" as `${Name}s`]: RowGroups<
    (typeof NORN)[Name] extends NornTable<infer Row extends { replica_id: number }> ? Row : never
  >;
};

async function takeAll({ decisions, calls, turns, retrievals }: Groups, replicaId: number) {
  const taken = [
    await decisions.take(replicaId),
    await calls.take(replicaId),
    await turns.take(replicaId),
    await retrievals.take(replicaId),
  ] as const;
  return {
    decisions: taken[0].rows,
    calls: taken[1].rows,
    turns: taken[2].rows,
    retrievals: taken[3].rows,
    issues: taken.flatMap((group) => group.issues),
    broken: taken.some((group) => group.broken),
  };
}

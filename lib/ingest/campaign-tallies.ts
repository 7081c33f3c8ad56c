import { tallies } from "@/db/schema/tallies";
import type { EpisodeFacts } from "@/lib/domain/facts";
import type { ArmRecord, CaseRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { addToTally, emptyTally } from "@/lib/metrics/scoring/tally-episodes";
import type { CampaignScope, Numbered } from "./campaign-roster";
import type { Transaction } from "./insert-rows";
import { createPending } from "./pending-rows";

/** The tallies of one campaign while its episodes come by: one for each case that an arm tried. */
export class CampaignTallies {
  readonly #cells = new Map<string, { armNo: number; caseNo: number; body: Tally }>();

  add(arm: Numbered<ArmRecord>, testCase: Numbered<CaseRecord>, facts: EpisodeFacts): void {
    const cell = `${arm.no}/${testCase.no}`;
    let entry = this.#cells.get(cell);
    if (entry === undefined) {
      const body = emptyTally({ arm: arm.record.key, case: testCase.record });
      entry = { armNo: arm.no, caseNo: testCase.no, body };
      this.#cells.set(cell, entry);
    }
    addToTally(entry.body, facts);
  }

  /** What `write` writes. */
  cells(): Iterable<{ armNo: number; caseNo: number; body: Tally }> {
    return this.#cells.values();
  }

  async write(tx: Transaction, scope: CampaignScope): Promise<void> {
    const rows = createPending(tx, tallies);
    for (const cell of this.#cells.values()) rows.add({ ...scope, ...cell });
    await rows.flush();
  }
}

import type { CampaignRecord, DomainRecord, EpisodeRecord } from "@/lib/domain/records";
import { createEpisodeLedger } from "@/lib/importers/episode-ledger";
import type { ImportItem, Place } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";
import { CAMPAIGN_LIMITS, type CampaignLimits, tooMany, tooManyEvents } from "./campaign-limits";
import { CampaignRoster, type CampaignScope, type Report } from "./campaign-roster";
import { CampaignTallies } from "./campaign-tallies";
import { createEpisodeBatch, notStorable } from "./episode-batch";
import { episodeRowsOf } from "./episode-rows";
import { writeFacetCounts } from "./facet-counts";
import type { LeafContext } from "@/lib/integrity/leaf";
import type { Hash } from "@/lib/integrity/merkle-tree";
import type { Transaction } from "./insert-rows";
import { createLeafWriter } from "./leaf-writer";
import { sanitise, type Losses } from "./sanitise";
import { storedInstant } from "./stored-instant";

export type RecordItem = Extract<ImportItem, { kind: "record" }>;

export type CampaignSums = {
  episodes: number;
  /** An `end` record came: the harness finished. */
  ended: boolean;
  earliestStart: Date | null;
};

/**
 * Takes the records of one campaign in the order of their source and writes rows, evidence and tallies
 * through one transaction, in batches. A record that contradicts what came before it is refused with an
 * issue and its place, and the others are kept.
 */
export class CampaignWriter {
  readonly #roster: CampaignRoster;
  readonly #tallies = new CampaignTallies();
  readonly #leaves;
  readonly #batch;
  /** Which episode, by `seq`, has an arm's replica of a case. */
  readonly #ledger = createEpisodeLedger<number>();
  readonly #sums: CampaignSums = { episodes: 0, ended: false, earliestStart: null };

  constructor(
    private readonly tx: Transaction,
    private readonly scope: CampaignScope,
    private readonly campaign: CampaignRecord,
    private readonly report: Report,
    by: Omit<LeafContext, "campaignId">,
    private readonly limits: CampaignLimits = CAMPAIGN_LIMITS,
  ) {
    this.#leaves = createLeafWriter(tx, scope, by);
    this.#roster = new CampaignRoster(tx, scope, campaign, report, limits);
    this.#batch = createEpisodeBatch(tx, () => this.#roster.flush(), this.#leaves);
  }

  get episodes(): number {
    return this.#sums.episodes;
  }

  /** Keeps the bytes of the campaign's own record; its row is written already. */
  keepCampaign(raw: Uint8Array): void {
    this.#roster.keepRecord("campaign", raw);
  }

  /**
   * @throws AppError invalid_input: a record of this or the last batch that the database refuses, or
   *   more records than a campaign may have
   */
  async add({ record: given, raw, place }: RecordItem): Promise<void> {
    const losses: Losses = { nul: false, loneSurrogate: false };
    const record: DomainRecord = sanitise(given, losses);
    if (record.type === "episode") return this.#addEpisode(record, { raw, place, losses });
    if (losses.nul || losses.loneSurrogate) this.#warnOfLoss(place);
    if (record.type === "arm") return this.#roster.addArm(record, raw, place);
    if (record.type === "case") return this.#roster.addCase(record, raw, place);
    if (record.type === "campaign") {
      const message = `A second campaign record ("${visibleText(record.key, 80)}"): a source holds one campaign.`;
      return this.#refuse(place, "second-campaign", message);
    }
    this.#sums.ended = true;
    this.#roster.keepRecord("end", raw);
  }

  /** Writes what is still held, the leaves, the tallies and the counts of the list's filters. */
  async finish(): Promise<CampaignSums & { root: Hash }> {
    await this.#batch.flush();
    const root = await this.#leaves.finish();
    await this.#tallies.write(this.tx, this.scope);
    await writeFacetCounts(this.tx, this.scope);
    return { ...this.#sums, root };
  }

  async #addEpisode(
    episode: EpisodeRecord,
    kept: { raw: Uint8Array; place: Place; losses: Losses },
  ): Promise<void> {
    const arm = this.#roster.arm(episode.arm);
    const testCase = this.#roster.case(episode.case);
    if (arm === undefined || testCase === undefined) {
      const name =
        arm === undefined
          ? `arm "${visibleText(episode.arm, 80)}"`
          : `case "${visibleText(episode.case, 80)}"`;
      const message = `The episode names the ${name}, which no record before it defines.`;
      return this.#refuse(kept.place, "unknown-reference", message);
    }
    const excess = tooManyEvents(episode, kept.place);
    if (excess !== null) return this.report(excess);
    const seq = this.#sums.episodes + 1;
    const earlier = this.#ledger.enter(episode.arm, episode.case, episode.replica, seq);
    if (earlier !== null) {
      const cell = `Arm "${visibleText(episode.arm, 60)}", case "${visibleText(episode.case, 60)}", replica ${episode.replica}`;
      const message = `${cell} came before, as episode ${earlier}; the first is kept.`;
      return this.#refuse(kept.place, "duplicate-episode", message);
    }
    if (seq > this.limits.episodes) throw tooMany(this.limits.episodes, "episodes");
    this.#sums.episodes = seq;
    this.#noteStart(storedInstant(episode.startedAt));
    const facts = this.#score(episode, { arm: arm.record, case: testCase.record }, kept.place);
    this.#tallies.add(arm, testCase, facts);
    const numbers = { seq, armNo: arm.no, caseNo: testCase.no };
    await this.#batch.add(
      episodeRowsOf({
        scope: this.scope,
        ...numbers,
        testCase: testCase.record,
        episode,
        facts,
        ...kept,
      }),
    );
  }

  #score(
    episode: EpisodeRecord,
    context: Pick<Parameters<typeof scoreEpisode>[1], "arm" | "case">,
    place: Place,
  ) {
    try {
      return scoreEpisode(episode, { ...context, manifest: this.campaign.manifest });
    } catch (error) {
      throw notStorable(place, error);
    }
  }

  #noteStart(start: Date | null): void {
    if (start === null) return;
    const { earliestStart } = this.#sums;
    if (earliestStart === null || start < earliestStart) this.#sums.earliestStart = start;
  }

  #refuse(place: Place, code: string, message: string): void {
    this.report({ severity: "refused", code, message, place });
  }

  #warnOfLoss(place: Place): void {
    this.report({
      severity: "warning",
      code: "unstorable-characters",
      message:
        "A NUL or half a surrogate pair is shown as U+FFFD; the record's bytes are kept as they came.",
      place,
    });
  }
}

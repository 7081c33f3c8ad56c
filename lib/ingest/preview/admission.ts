import type { ArmRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import { createEpisodeLedger } from "@/lib/importers/episode-ledger";
import type { Issue, Place } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { CAMPAIGN_LIMITS, type CampaignLimits, tooMany, tooManyEvents } from "../campaign-limits";
import { recordDigest } from "../record-digest";

type Defined<Item> = { record: Item; digest: string };

/**
 * Which records of a campaign are taken, by the rules of the write path (campaign-roster.ts,
 * campaign-writer.ts) and in its words: what a preview counts is what an import stores.
 */
export class Admission {
  readonly #arms = new Map<string, Defined<ArmRecord>>();
  readonly #cases = new Map<string, Defined<CaseRecord>>();
  readonly #attacks = new Set<string>();
  readonly #ledger = createEpisodeLedger<number>();
  #episodes = 0;

  constructor(
    private readonly report: (issue: Issue) => void,
    private readonly limits: CampaignLimits = CAMPAIGN_LIMITS,
  ) {}

  get counts() {
    return {
      arms: this.#arms.size,
      attacks: this.#attacks.size,
      cases: this.#cases.size,
      episodes: this.#episodes,
    };
  }

  /** @throws AppError invalid_input: more arms than a campaign may have */
  addArm(record: ArmRecord, place: Place): void {
    const defined = { record, digest: recordDigest(record) };
    const first = this.#arms.get(record.key);
    if (first !== undefined) return this.#repeated("Arm", first, defined, place);
    if (this.#arms.size >= this.limits.arms) throw tooMany(this.limits.arms, "arms");
    this.#arms.set(record.key, defined);
  }

  /** @throws AppError invalid_input: more cases than a campaign may have */
  addCase(given: CaseRecord, place: Place): void {
    const defined = { record: scoredCase(given), digest: recordDigest(given) };
    const first = this.#cases.get(given.key);
    if (first !== undefined) return this.#repeated("Case", first, defined, place);
    if (this.#cases.size >= this.limits.cases) throw tooMany(this.limits.cases, "cases");
    this.#cases.set(given.key, defined);
    this.#attacks.add(given.attack);
  }

  /**
   * The arm and the case of an episode that is taken, or null.
   *
   * @throws AppError invalid_input: more episodes than a campaign may have
   */
  enter(episode: EpisodeRecord, place: Place): { arm: ArmRecord; case: CaseRecord } | null {
    const arm = this.#arms.get(episode.arm)?.record;
    const testCase = this.#cases.get(episode.case)?.record;
    if (arm === undefined || testCase === undefined) {
      const [what, key] = arm === undefined ? ["arm", episode.arm] : ["case", episode.case];
      const message = `The episode names the ${what} "${visibleText(key, 80)}", which no record before it defines.`;
      this.report({ severity: "refused", code: "unknown-reference", message, place });
      return null;
    }
    const excess = tooManyEvents(episode, place);
    if (excess !== null) {
      this.report(excess);
      return null;
    }
    const seq = this.#episodes + 1;
    const earlier = this.#ledger.enter(episode.arm, episode.case, episode.replica, seq);
    if (earlier !== null) {
      const cell = `Arm "${visibleText(episode.arm, 60)}", case "${visibleText(episode.case, 60)}", replica ${episode.replica}`;
      const message = `${cell} came before, as episode ${earlier}; the first is kept.`;
      this.report({ severity: "refused", code: "duplicate-episode", message, place });
      return null;
    }
    if (seq > this.limits.episodes) throw tooMany(this.limits.episodes, "episodes");
    this.#episodes = seq;
    return { arm, case: testCase };
  }

  #repeated(
    word: "Arm" | "Case",
    first: Defined<ArmRecord | CaseRecord>,
    again: Defined<ArmRecord | CaseRecord>,
    place: Place,
  ): void {
    if (first.digest === again.digest) return;
    this.report({
      severity: "recoded",
      code: `${word.toLowerCase()}-redefined`,
      message: `${word} "${visibleText(again.record.key, 80)}" is defined again with other values; the first definition stands.`,
      place,
    });
  }
}

/** What scoring and tallies read of a case: the texts of a hundred thousand would fill the memory. */
function scoredCase({ type, key, attack, split, goal, ceiling }: CaseRecord): CaseRecord {
  return {
    type,
    key,
    attack,
    split,
    ...(goal === undefined ? {} : { goal: { tool: goal.tool, parameter: goal.parameter } }),
    ...(ceiling === undefined ? {} : { ceiling }),
  };
}

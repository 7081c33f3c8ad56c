import type { EpisodeFacts } from "@/lib/domain/facts";
import type { ImportPreview } from "@/lib/domain/import-preview";
import type {
  ArmRecord,
  CampaignRecord,
  CaseRecord,
  EpisodeRecord,
  Split,
} from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { ImportItem, Issue, Place } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";
import { addToTally, emptyTally } from "@/lib/metrics/scoring/tally-episodes";
import { notStorable } from "../episode-batch";
import { sanitise } from "../sanitise";
import { Admission } from "./admission";
import { createEndings } from "./endings";
import { notAvailableIn } from "./not-available";
import { shortText } from "./short-text";
import { createToolsSeen } from "./tool-roles-seen";

type RecordItem = Extract<ImportItem, { kind: "record" }>;
type Arm = ImportPreview["arms"][number];
type Seen = Pick<ImportPreview, "arms" | "terminations" | "aborted" | "notAvailable" | "tools"> & {
  counts: Pick<ImportPreview["counts"], "arms" | "attacks" | "cases" | "episodes" | "calls">;
};

/** Takes the records of one campaign as an import does, and counts what an import would store. */
export class PreviewBook {
  readonly #admission;
  readonly #arms = new Map<string, Arm>();
  readonly #endings = createEndings();
  readonly #tools = createToolsSeen();
  /** By arm, one for each case that it tried. */
  readonly #tallies = new Map<string, Map<string, Tally>>();

  constructor(
    readonly campaign: CampaignRecord,
    private readonly report: (issue: Issue) => void,
  ) {
    this.#admission = new Admission(report);
  }

  get episodes(): number {
    return this.#admission.counts.episodes;
  }

  /** @throws AppError invalid_input: more records than a campaign may have */
  add({ record: given, place }: RecordItem): void {
    const losses = { nul: false, loneSurrogate: false };
    const record = sanitise(given, losses);
    if (record.type === "episode") return this.#addEpisode(record, place);
    if (losses.nul || losses.loneSurrogate) this.report(unstorable(place));
    if (record.type === "arm") return this.#addArm(record, place);
    if (record.type === "case") return this.#admission.addCase(record, place);
    if (record.type !== "campaign") return;
    const message = `A second campaign record ("${visibleText(record.key, 80)}"): a source holds one campaign.`;
    this.report({ severity: "refused", code: "second-campaign", message, place });
  }

  noteIssue({ verdicts }: Issue): void {
    if (verdicts !== undefined) this.#endings.tell(verdicts);
  }

  told(manifestGiven: boolean): Seen {
    const { manifest } = this.campaign;
    const armTallies = [...this.#tallies.values()].map((cells) => [...cells.values()]);
    const roles = manifestGiven ? "given" : "source";
    return {
      counts: { ...this.#admission.counts, calls: this.#tools.calls },
      arms: [...this.#arms.values()],
      ...this.#endings.told(),
      notAvailable: notAvailableIn(armTallies, manifest),
      tools: { roles: manifest === undefined ? null : roles, ...this.#tools.told() },
    };
  }

  #addArm(record: ArmRecord, place: Place): void {
    this.#admission.addArm(record, place);
    if (this.#arms.has(record.key)) return;
    const { key, name, guardrail } = record;
    const model = record.model?.name ?? this.campaign.model?.name;
    this.#arms.set(key, {
      key,
      name: shortText(name),
      guardrail:
        guardrail === undefined
          ? null
          : { name: shortText(guardrail.name), enabled: guardrail.enabled },
      model: model === undefined ? null : shortText(model),
      episodes: { attack: 0, benign: 0, probe: 0 },
    });
  }

  #addEpisode(episode: EpisodeRecord, place: Place): void {
    const known = this.#admission.enter(episode, place);
    if (known === null) return;
    const facts = this.#score(episode, known, place);
    this.#endings.add(episode, facts);
    this.#tools.add(facts);
    this.#countInArm(facts.arm, facts.split);
    this.#tally(known.case, facts);
  }

  #score(episode: EpisodeRecord, known: { arm: ArmRecord; case: CaseRecord }, place: Place) {
    try {
      return scoreEpisode(episode, { ...known, manifest: this.campaign.manifest });
    } catch (error) {
      throw notStorable(place, error);
    }
  }

  #countInArm(key: string, split: Split): void {
    const arm = this.#arms.get(key);
    if (arm !== undefined) arm.episodes[split] += 1;
  }

  #tally(testCase: CaseRecord, facts: EpisodeFacts): void {
    const cells = this.#tallies.get(facts.arm) ?? new Map<string, Tally>();
    this.#tallies.set(facts.arm, cells);
    const tally = cells.get(facts.case) ?? emptyTally({ arm: facts.arm, case: testCase });
    cells.set(facts.case, tally);
    addToTally(tally, facts);
  }
}

function unstorable(place: Place): Issue {
  const message =
    "A NUL or half a surrogate pair is shown as U+FFFD; the record's bytes are kept as they came.";
  return { severity: "warning", code: "unstorable-characters", message, place };
}

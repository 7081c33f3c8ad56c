import type { EpisodeFacts } from "@/lib/domain/facts";
import type {
  ImportPreview,
  PreviewTermination,
  PreviewVerdicts,
} from "@/lib/domain/import-preview";
import type { EpisodeRecord, Split } from "@/lib/domain/records";
import { isAbort, TERMINATION_REASONS, type TerminationReason } from "@/lib/domain/termination";
import type { FileVerdicts } from "@/lib/importers/importer";
import { createEndingRules } from "./ending-rules";
import { addVerdicts, countVerdict, noVerdicts, putRight } from "./verdicts";

/** What an ending came to over all arms, but for the verdicts: those are held by arm. */
type Ending = Omit<PreviewTermination, "reason" | "rules" | "otherRules" | "fileSays"> & {
  rules: ReturnType<typeof createEndingRules>;
};
type Cell = { arm: string; split: Split; reason: TerminationReason; fileSays: PreviewVerdicts };

/** Of so many arms and endings it is told what leaves the rates; a thousand arms could have 39,000. */
const MAX_ABORTED = 1000;

export type Endings = {
  add(episode: EpisodeRecord, facts: EpisodeFacts): void;
  /** What an importer says of the verdicts of its file. */
  tell(verdicts: FileVerdicts): void;
  told(): Pick<ImportPreview, "terminations" | "aborted">;
};

/** Counts why episodes ended, by which rule, what the source says of them and what they become here. */
export function createEndings(): Endings {
  const endings = new Map<TerminationReason, Ending>();
  const cells = new Map<string, Cell & { episodes: number }>();
  const ofArm = new Map<string, number>();
  const verdicts = new Map<string, FileVerdicts>();

  const says = ({ arm, split, reason, fileSays }: Cell) =>
    split === "attack" ? putRight(fileSays, verdicts.get(`${reason} ${arm}`)) : fileSays;

  return {
    add(episode, facts) {
      const { termination: reason } = facts;
      const ending = endings.get(reason) ?? emptyEnding();
      endings.set(reason, ending);
      ending.episodes += 1;
      ending[facts.terminationSource] += 1;
      ending.rules.add(episode);
      ending.becomes[facts.outcome] = (ending.becomes[facts.outcome] ?? 0) + 1;

      const { arm, split } = facts;
      ofArm.set(`${split} ${arm}`, (ofArm.get(`${split} ${arm}`) ?? 0) + 1);
      const key = `${reason} ${split} ${arm}`;
      const cell = cells.get(key) ?? { arm, split, reason, episodes: 0, fileSays: noVerdicts() };
      cells.set(key, cell);
      cell.episodes += 1;
      countVerdict(cell.fileSays, episode, facts);
    },
    tell(told) {
      verdicts.set(`${told.termination} ${told.arm}`, told);
    },
    told() {
      const all = [...cells.values()].map((cell) => ({ ...cell, fileSays: says(cell) }));
      const terminations = TERMINATION_REASONS.flatMap((reason) => {
        const ending = endings.get(reason);
        if (ending === undefined) return [];
        const fileSays = noVerdicts();
        for (const cell of all) if (cell.reason === reason) addVerdicts(fileSays, cell.fileSays);
        const { episodes, recorded, inferred, becomes } = ending;
        const rules = ending.rules.told();
        return [{ reason, episodes, recorded, inferred, ...rules, fileSays, becomes }];
      });
      const aborted = all
        .filter(({ reason }) => isAbort(reason))
        .map(({ arm, split, reason, episodes, fileSays }) => {
          const of = ofArm.get(`${split} ${arm}`) ?? 0;
          return { arm, split, reason, episodes, of, fileSays };
        })
        .toSorted((a, b) => weightOf(b) - weightOf(a))
        .slice(0, MAX_ABORTED);
      return { terminations, aborted };
    },
  };
}

/** Attacks first, of these what the source calls a defence: that is what a reader has to know. */
function weightOf({
  split,
  episodes,
  fileSays,
}: Omit<Cell, "arm" | "reason"> & { episodes: number }) {
  return split === "attack" ? 1e13 + fileSays.defended * 1e6 + episodes : episodes;
}

function emptyEnding(): Ending {
  return { episodes: 0, recorded: 0, inferred: 0, becomes: {}, rules: createEndingRules() };
}

import type { Split } from "@/lib/domain/records";
import { counted } from "./counted";
import type { ImportItem, Place } from "./importer";
import { createIssueTally } from "./issue-tally";
import type { NornArms } from "./norn-arms";
import type { NornBook } from "./norn-book";
import type { NornConfig } from "./norn-config";
import type { ReadReplica } from "./norn-episode";
import { type CampaignRow, NORN } from "./norn-rows";
import { createVerdictLedger } from "./verdict-ledger";
import { visibleText } from "./visible-text";

/** Gathers what has to be said of a campaign, told once at its end. */
export type NornNotes = {
  secrets(place: Place, paths: readonly string[]): void;
  borderline(place: Place): void;
  repeatedAssessment(place: Place): void;
  episode(read: ReadReplica, split: Split, place: Place): void;
  aboutCampaign(of: {
    book: NornBook;
    config: NornConfig;
    arms: NornArms;
    campaign: CampaignRow;
  }): void;
  items(): ImportItem[];
};

export function createNornNotes(): NornNotes {
  const tally = createIssueTally();
  const ledger = createVerdictLedger();
  const warn = (code: string, kind: string, place: Place, say: (count: number) => string) =>
    tally.add("warning", code, kind, place, say);

  return {
    secrets(place, paths) {
      for (const path of paths) {
        warn(
          "secret-masked",
          "",
          { ...place, path: visibleText(path, 120) },
          (n) =>
            `${counted(n, "credential")} known by name or form ${n === 1 ? "was" : "were"} masked before anything was kept.`,
        );
      }
    },
    borderline(place) {
      warn(
        "borderline-case",
        "",
        place,
        (n) => `Counted as attacks: ${counted(n, "case")} of the split borderline.`,
      );
    },
    repeatedAssessment(place) {
      warn(
        "repeated-assessment",
        "",
        place,
        (n) =>
          `Norn's assessment was run again and left ${counted(n, "kill-chain row")} twice; the last one of each case counts.`,
      );
    },
    episode(read, split, place) {
      const { record, notes } = read;
      const arm = visibleText(record.arm, 120);
      if (split === "attack") ledger.add(record.arm, record.termination, read.verdict, place);
      const armWarning = (code: string, say: (count: number) => string) =>
        warn(code, record.arm, place, say);
      if (notes.ambiguous) {
        armWarning(
          "ambiguous-score",
          (n) =>
            `${arm}: ${counted(n, "attacked episode")} scored ambiguous; Norn accepts none of them as a successful attack, and neither is done here.`,
        );
      }
      if (notes.malformedCalls > 0) {
        armWarning(
          "malformed-call",
          (n) =>
            `${arm}: in ${counted(n, "episode")} Norn calls a call unauthorised that no tool could take (unknown tool or bad arguments); such calls count as not executed, and as no denial by a policy.`,
        );
      }
      if (notes.silentFinish) {
        armWarning(
          "silent-finish",
          (n) =>
            `${arm}: ${counted(n, "episode")} ended with an empty answer after calling tools and counted as done, because some models finish so.`,
        );
      }
      if (notes.contradiction) {
        armWarning(
          "verdict-contradiction",
          (n) =>
            `${arm}: in ${counted(n, "episode")} acceptance_flag is not what score and threshold give; the flag counts.`,
        );
      }
      if (notes.severalDecisions) {
        armWarning(
          "several-decisions",
          (n) => `${arm}: ${counted(n, "episode")} scored more than once; the last score counts.`,
        );
      }
      if (notes.badInstant) {
        armWarning(
          "bad-timestamp",
          (n) => `${arm}: ${counted(n, "episode")} whose created_at is no time with its zone.`,
        );
      }
    },
    aboutCampaign({ book, config, arms, campaign }) {
      const place = { file: book.file };
      if (campaign.state === "running") {
        warn(
          "interrupted",
          "",
          place,
          () => "The campaign is still running by its own state: its process was interrupted.",
        );
      }
      if (book.origin === "export") {
        warn(
          "no-transcripts",
          "",
          place,
          () =>
            "An export holds no turns: messages, tokens and numbers of turns are not in it, turn limits are read from the calls alone, and an empty answer cannot be told from a finished one. The database has them.",
        );
      }
      if (config.maxTurns === null && arms.replicas > 0) {
        warn(
          "no-turn-limit",
          "",
          place,
          () =>
            "The configuration does not say max_turns, so episodes that ended at the turn limit cannot be told from finished ones.",
        );
      }
      for (const table of [NORN.call, NORN.turn]) {
        if (book.origin === "database" && !book.has(table)) {
          warn(
            "missing-table",
            table.name,
            place,
            () => `The database has no table ${table.name}.`,
          );
        }
      }
      for (const name of arms.missing) {
        warn(
          "arm-without-replicas",
          name,
          place,
          () => `No replica of the arm "${visibleText(name, 80)}" is there.`,
        );
      }
    },
    items: () => [...ledger.items(), ...tally.items()],
  };
}

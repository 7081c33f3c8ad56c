import type { EpisodeFacts } from "@/lib/domain/facts";
import type { PreviewVerdicts } from "@/lib/domain/import-preview";
import type { EpisodeRecord } from "@/lib/domain/records";

export function noVerdicts(): PreviewVerdicts {
  return { defended: 0, attacked: 0, silent: 0, benign: 0, benignDone: 0 };
}

/**
 * Counts what the source says of one episode, as far as its record tells: an importer keeps the source's
 * own verdict in `attackerAction` and `taskCompleted`. A probe has none.
 */
export function countVerdict(
  into: PreviewVerdicts,
  { attackerAction, taskCompleted }: EpisodeRecord,
  { split }: EpisodeFacts,
): void {
  if (split === "attack") into[verdictOf(attackerAction)] += 1;
  if (split !== "benign") return;
  into.benign += 1;
  if (taskCompleted === true) into.benignDone += 1;
}

function verdictOf(attackerAction: boolean | null | undefined) {
  if (attackerAction === true) return "attacked";
  return attackerAction === false ? "defended" : "silent";
}

/**
 * The verdicts of `record` with those of attacked episodes put right by what the importer counted itself:
 * a record of an aborted episode may leave out a verdict that its file has.
 */
export function putRight(
  record: PreviewVerdicts,
  told: { defended: number; attacked: number } | undefined,
): PreviewVerdicts {
  const episodes = record.defended + record.attacked + record.silent;
  // More than there are: the importer counted records that were refused afterwards.
  if (told === undefined || told.defended + told.attacked > episodes) return record;
  const { defended, attacked } = told;
  return { ...record, defended, attacked, silent: episodes - defended - attacked };
}

export function addVerdicts(into: PreviewVerdicts, more: PreviewVerdicts): void {
  into.defended += more.defended;
  into.attacked += more.attacked;
  into.silent += more.silent;
  into.benign += more.benign;
  into.benignDone += more.benignDone;
}

import type { Transaction } from "@/lib/ingest/insert-rows";
import type { Finding } from "./finding";
import type { LoggedCampaign, VerifiedLog } from "./verify-log";

/** What a tombstone says. */
type Stone = {
  id: string;
  project: string;
  reason: string;
  episodes: number;
  root: string | null;
  by: string | null;
  at: string;
  why: string | null;
};

/**
 * Every campaign that was sealed is there, or was deleted and has its tombstone; and no tombstone stands for
 * a deletion that the log does not know of.
 *
 * @param there the campaigns that are stored, by id
 * @param only the campaign that is asked about; null: all
 */
export async function checkGone(
  tx: Transaction,
  log: VerifiedLog,
  there: ReadonlySet<string>,
  only: string | null,
): Promise<Finding[]> {
  const stones = await tx<Stone[]>`
    select id, project_id as project, reason, episode_count as episodes, encode(root, 'hex') as root, deleted_by as by,
      log_instant(deleted_at) as at, explanation as why
    from deleted_campaigns where ${only === null ? tx`true` : tx`id = ${only}`} order by id`;
  const stoneOf = new Map(stones.map((stone) => [stone.id, stone]));
  const findings: Finding[] = [];
  const wrong = (kind: Finding["kind"], message: string) =>
    findings.push({ kind, seq: null, message });
  for (const [id, { sealed, deleted }] of log.campaigns) {
    if (only !== null && only !== id) continue;
    const stone = stoneOf.get(id);
    if (deleted !== null && !saysSo(stone, deleted))
      wrong(
        "tombstone",
        `Campaign ${id} was deleted by ${deleted.by ?? "somebody unnamed"} at ${deleted.at}, and its tombstone does not say so.`,
      );
    if (deleted === null && stone === undefined && sealed !== null && !there.has(id))
      wrong(
        "gone",
        `Campaign ${id}, sealed at ${sealed.at} with ${sealed.episodes} episodes, is gone, and nobody deleted it.`,
      );
  }
  for (const { id, by, at } of stones)
    if ((log.campaigns.get(id)?.deleted ?? null) === null && !isOfBefore(log, id, at))
      wrong(
        "tombstone",
        `A tombstone says that campaign ${id} was deleted by ${by ?? "somebody unnamed"} at ${at}, and its entry in the log is missing.`,
      );
  return findings;
}

function saysSo(stone: Stone | undefined, deleted: Deleted): boolean {
  const { project, reason, episodes, root, by, at, why } = deleted;
  return (
    stone !== undefined &&
    stone.project === project &&
    stone.reason === reason &&
    stone.episodes === episodes &&
    stone.root === root &&
    stone.by === by &&
    stone.at === at &&
    stone.why === why
  );
}

type Deleted = NonNullable<LoggedCampaign["deleted"]>;

/** A campaign that was deleted before the log began has no entry, and was not there when it did. */
function isOfBefore({ openedAt, before, campaigns }: VerifiedLog, id: string, at: string): boolean {
  return openedAt !== null && at < openedAt && !before.has(id) && !campaigns.has(id);
}

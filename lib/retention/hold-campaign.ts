import type { Database, Scope } from "@/db/client";
import { waitForLock } from "@/db/wait-for-lock";
import type { HoldAct } from "@/lib/domain/hold";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";

export type HoldInput = Scope & {
  campaignId: string;
  act: HoldAct;
  by: Actor;
  /** In 1 to 500 characters (`lib/domain/given-reason.ts`). */
  reason: string;
};

/**
 * Puts a campaign on hold, or takes the hold off. While it is being deleted this waits, and finds it gone;
 * a deletion that comes later waits for this, and finds the hold.
 *
 * @throws AppError not_found: the project has no such campaign, any more; conflict: it is on hold already,
 *   or on none; in_progress: it is being deleted or emptied, or the audit log is being written to, which
 *   takes longer than ten seconds
 */
export async function holdCampaign(
  { sql }: Pick<Database, "sql">,
  { projectId, campaignId, act, by, reason }: HoldInput,
): Promise<void> {
  await sql.begin(async (tx) => {
    // What goes may be large: whoever waits for it is told, sooner than a page's statement may take.
    const [row] = await waitForLock(
      tx,
      { ms: LONGEST_MS, busy: GOING },
      () =>
        tx<{ done: boolean | null }[]>`
          select set_hold(${projectId}, ${campaignId}, ${act}, ${reason}, ${by.name}) as done`,
    );
    if (row?.done !== true && row?.done !== false)
      throw new AppError("not_found", "There is no such campaign in this project.");
    if (!row.done) throw new AppError("conflict", ALREADY[act]);
    await waitForLock(tx, { ms: LONGEST_MS, busy: TOLD }, () =>
      audit(tx, by, {
        action: act === "held" ? "campaign.held" : "campaign.released",
        projectId,
        object: { kind: "campaign", id: campaignId },
        detail: { reason },
      }),
    );
  });
}

const ALREADY: Record<HoldAct, string> = {
  held: "This campaign is on hold already; reload the page to see by whom and why.",
  released: "This campaign is on no hold; reload the page.",
};

const LONGEST_MS = 10_000;
const GOING = "This campaign is being deleted or emptied at this moment; look again shortly.";
const TOLD =
  "Another change is being written to the audit log at this moment, so that this one was not made; try again shortly.";

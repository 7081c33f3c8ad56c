import type { Sql } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import type { Verifier } from "@/lib/integrity/checkpoint";
import { keptOrWhyNot, moveKept } from "./kept-checkpoint";
import { keptDifference } from "./log-continues";
import { signingInTurn } from "./publish-checkpoint";

/** `reason`: in 1 to 500 characters (`lib/domain/given-reason.ts`). */
export type AsideInput = { keptAt: string; key: Verifier | null; by: Actor; reason: string };

/**
 * Sets the checkpoint that the server keeps aside, so that the log is signed again though it does not
 * continue it: for whoever put an older backup back on purpose. The file stays under another name.
 *
 * The row of the audit log is committed first: killed between, the file is still where it was and refuses.
 *
 * @returns the file's new name, and in one sentence what was wrong
 * @throws AppError not_found: none is kept; conflict: the log continues it, so that nothing is in the way
 */
export async function setCheckpointAside(
  sql: Sql,
  { by, reason, ...at }: AsideInput,
): Promise<{ name: string; why: string }> {
  const why = await signingInTurn(sql, async (tx) => {
    const found = await inTheWay(tx, at);
    const detail = { reason, ...found };
    await audit(tx, by, { action: "checkpoint.set_aside", projectId: null, detail });
    return found.why;
  });
  return { name: moveKept(at.keptAt, new Date()), why };
}

async function inTheWay(
  tx: Parameters<typeof keptDifference>[0],
  at: Pick<AsideInput, "keptAt" | "key">,
): Promise<{ entries: number | null; why: string }> {
  const kept = keptOrWhyNot(at.keptAt, at.key);
  if (typeof kept === "string") return { entries: null, why: kept };
  if (kept === null) throw new AppError("not_found", "The server keeps no checkpoint yet.");
  const why = await keptDifference(tx, kept);
  if (why === null)
    throw new AppError(
      "conflict",
      "The log continues the checkpoint that the server keeps: there is nothing to set aside.",
    );
  return { entries: kept.checkpoint.size, why };
}

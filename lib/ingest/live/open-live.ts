import { and, eq } from "drizzle-orm";
import type { Database, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { liveCampaigns } from "@/db/schema/live-campaigns";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { readAftermathLine } from "@/lib/importers/aftermath-line";
import { createIssueTally } from "@/lib/importers/issue-tally";
import { maskWhole } from "@/lib/importers/mask-bytes";
import { createSecretNumbers } from "@/lib/importers/secret-numbers";
import { visibleText } from "@/lib/importers/visible-text";
import { sanitise } from "../sanitise";
import { splitBatch } from "./split-batch";

/**
 * Opens a campaign whose records will be sent as they come. It has no figures until it is sealed.
 *
 * @param raw the campaign record, one object of JSON
 * @throws AppError invalid_input: it is no campaign record; conflict: its key is that of a stored
 *   campaign, or of another one that is being sent
 */
export async function openLive(
  database: Database,
  scope: Scope & { by: Actor },
  raw: Uint8Array,
): Promise<{ id: string }> {
  const { key, name, bytes } = await readCampaign(raw);
  const { db } = database;
  const [stored] = await db
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.key, key)));
  if (stored !== undefined) throw taken(key, `the stored campaign "${visibleText(stored.name)}"`);
  return db.transaction(async (tx) => {
    const [opened] = await tx
      .insert(liveCampaigns)
      .values({ projectId: scope.projectId, key, name, raw: bytes })
      .onConflictDoNothing()
      .returning({ id: liveCampaigns.id });
    if (opened === undefined) throw taken(key, "a campaign that is still being sent");
    await audit(tx, scope.by, {
      action: "live.opened",
      projectId: scope.projectId,
      object: { kind: "live campaign", id: opened.id },
      detail: { key, name },
    });
    return opened;
  });
}

async function readCampaign(raw: Uint8Array) {
  const [given = raw] = await splitBatch(wrapped(raw), "array");
  const bytes = maskWhole(given, createSecretNumbers());
  const line = { kind: "line" as const, bytes, line: 1, byte: 0 };
  const read = readAftermathLine(line, "campaign", createIssueTally());
  if (read.kind === "refused") throw new AppError("invalid_input", read.issue.message);
  if (read.kind === "blank" || read.record.type !== "campaign")
    throw new AppError("invalid_input", "A campaign is opened with its `campaign` record.");
  const { key, name } = sanitise(read.record, { nul: false, loneSurrogate: false });
  return { key, name, bytes };
}

/** The record as the only item of an array: that way its line endings go, as those of a batch do. */
function wrapped(raw: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from("["), raw, Buffer.from("]")]);
}

function taken(key: string, by: string): AppError {
  return new AppError(
    "conflict",
    `The key "${visibleText(key)}" is that of ${by}; give the new campaign a key of its own.`,
  );
}

import type { Db } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import { NOBODY } from "@/lib/domain/actor";
import { actorOf } from "./actor";
import type { Caller } from "./caller";
import { clientAddressOf } from "./client-address";

/** What somebody asked for and did not get. */
export type Refusal = {
  /** 401 or 403. */
  status: number;
  method: string;
  /** Without its query. */
  path: string;
  /** Null where it is not known, or not the caller's to know. */
  projectId: string | null;
};

/** So many rows in a minute nobody in particular can have this process write; the others are counted. */
const MOST_OF_NOBODY = 60;
const MINUTE_MS = 60_000;

const nobodys = { since: 0, rows: 0, untold: 0 };

/**
 * Tells of a refusal in the audit log. Of requests without a name there may be any number, from anywhere:
 * the first 60 of a minute get a row each, and the next row after that minute tells how many more there were.
 */
export async function noteRefusal(
  db: Db,
  caller: Caller,
  headers: Headers,
  { status, method, path, projectId }: Refusal,
  now: number = Date.now(),
): Promise<void> {
  const isNobody = caller.kind === "nobody";
  const untold = isNobody ? admit(now) : 0;
  if (untold === null) return;
  await audit(db, isNobody ? NOBODY : actorOf(caller), {
    action: "request.refused",
    projectId,
    outcome: "refused",
    detail: {
      status,
      method,
      path,
      address: clientAddressOf(headers),
      ...(untold > 0 ? { moreBefore: untold } : {}),
    },
  });
}

/** How many were not told of before this one; null when this one is not told of either. */
function admit(now: number): number | null {
  if (now - nobodys.since >= MINUTE_MS) {
    nobodys.since = now;
    nobodys.rows = 0;
  }
  if (nobodys.rows >= MOST_OF_NOBODY) {
    nobodys.untold += 1;
    return null;
  }
  nobodys.rows += 1;
  const untold = nobodys.untold;
  nobodys.untold = 0;
  return untold;
}

import type { Db } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import { NOBODY } from "@/lib/domain/actor";
import { actorOf } from "./actor";
import type { Caller } from "./caller";
import { clientAddressOf } from "./client-address";
import { admitNobodysRow } from "./nobodys-rows";

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

/** Tells of a refusal in the audit log; of those without a name, as `admitNobodysRow` lets. */
export async function noteRefusal(
  db: Db,
  caller: Caller,
  headers: Headers,
  { status, method, path, projectId }: Refusal,
  now: number = Date.now(),
): Promise<void> {
  const isNobody = caller.kind === "nobody";
  const untold = isNobody ? admitNobodysRow(now) : 0;
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

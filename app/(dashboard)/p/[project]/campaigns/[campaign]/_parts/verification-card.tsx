import { Card } from "@/components/ui/card";
import { DataText } from "@/components/ui/data-text";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { isAppError } from "@/lib/errors";
import { NO_SEAL } from "@/lib/format/no-proof-sentence";
import { plural } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";
import { upperFirst } from "@/lib/format/upper-first";
import { droppedWords } from "@/lib/reports/integrity-sentences";
import { verifyAddress, type AddressVerification } from "@/lib/verification/verify-address";

/** What a verification of the campaign finds, made while the reader waits. */
export async function VerificationCard({ scope, campaign }: { scope: Scope; campaign: string }) {
  const found = await verification(scope, campaign);
  if (found === null) return null;
  if (typeof found === "string")
    return (
      <Card title="Verification">
        <p className="text-[13px]">{found}</p>
      </Card>
    );
  const { state, findings, episodes, dropped, log } = found;
  return (
    <Card title="Verification" edge={state === "changed" ? "bad" : "none"}>
      <p className="max-w-[720px] text-[13px]">
        <b className={`font-semibold ${state === "changed" ? "text-damage-ink" : "text-ok"}`}>
          {TITLES[state]}
        </b>{" "}
        {state === "unsealed"
          ? NO_SEAL
          : `${plural(episodes, "episode")} read anew at ${instant(new Date())}, and ${plural(log.checkpoints, "checkpoint")} held against the log of ${plural(log.size, "entry", "entries")}.`}
      </p>
      {dropped === null ? null : (
        <p className="mt-2 max-w-[720px] text-[13px] wrap-anywhere">
          <DataText text={`${upperFirst(droppedWords(dropped, state === "dropped"))}.`} />
        </p>
      )}
      {findings.length === 0 ? null : (
        <ul className="mt-2 list-disc pl-5 text-[13px]">
          {findings.map(({ kind, seq, message }) => (
            <li key={`${kind} ${seq} ${message}`}>
              {seq === null ? message : `Episode ${seq}: ${message}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const TITLES: Record<AddressVerification["state"], string> = {
  proven: "Nothing changed since it was sealed.",
  changed: "Something CHANGED since it was sealed.",
  unsealed: "Nothing can be proven.",
  deleted: "It was deleted.",
  dropped: "Nothing changed since it was sealed but content that was dropped.",
};

/** A sentence when it cannot be made now. */
async function verification(
  scope: Scope,
  campaign: string,
): Promise<AddressVerification | string | null> {
  try {
    return await verifyAddress(database().sql, scope, campaign);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

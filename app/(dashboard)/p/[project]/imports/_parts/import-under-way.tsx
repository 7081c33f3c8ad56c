import { CancelButton } from "@/components/import/cancel-button";
import { ProgressBar } from "@/components/import/progress-bar";
import { Card } from "@/components/ui/card";
import type { ImportDetail } from "@/db/queries/imports";

/** An import that waits for its turn or runs, with the way to give it up. */
export function ImportUnderWay({ row, address }: { row: ImportDetail; address: string | null }) {
  const isWaiting = row.state === "uploaded";
  return (
    <Card title={isWaiting ? "Waiting" : "Importing"}>
      {isWaiting ? (
        <output className="block text-ink-2">
          Place {row.queuePlace ?? 1} in the queue: two imports run at once.
        </output>
      ) : (
        <ProgressBar
          what={row.isCancelling ? "Stopping" : "Reading"}
          done={row.bytesRead}
          total={row.bytesTotal}
          episodes={row.episodes}
        />
      )}
      <p className="mt-3 flex flex-wrap items-center gap-2">
        {row.isCancelling ? (
          <span className="text-ink-2">Being cancelled; nothing of it is kept.</span>
        ) : address === null ? null : (
          <CancelButton address={address} label="Cancel the import" />
        )}
      </p>
    </Card>
  );
}

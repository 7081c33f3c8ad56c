import { CancelButton } from "@/components/import/cancel-button";
import { ProgressBar } from "@/components/import/progress-bar";
import { ReviewForm } from "@/components/import/review-form";
import { Card } from "@/components/ui/card";
import { DataName, DataText } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import type { CampaignInTheWay } from "@/db/queries/campaigns-in-the-way";
import type { ImportDetail } from "@/db/queries/imports";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { type Manifest, manifestSchema } from "@/lib/domain/records";
import { campaignPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { keepsLines } from "@/lib/importers/registry";
import { previewHeadline } from "@/lib/reports/import-preview-words";
import { PreviewArms } from "./preview-arms";
import { PreviewEndings } from "./preview-endings";
import { PreviewIssues } from "./preview-issues";
import { PreviewMissing } from "./preview-missing";
import { PreviewTiles } from "./preview-tiles";

/** An upload that is being looked at, before there is anything to see. */
export function BeingLookedAt({ row, address }: { row: ImportDetail; address: string | null }) {
  return (
    <Card title="Looking at it">
      <p className="mb-3 text-ink-2">
        It is read to its end, as an import would read it. Nothing is written.
      </p>
      <ProgressBar what="Reading" done={row.bytesRead} total={row.bytesTotal} />
      <p className="mt-3 flex flex-wrap items-center gap-2">
        {address === null ? null : <CancelButton address={address} label="Discard the upload" />}
      </p>
    </Card>
  );
}

/** An upload that a version of the program looked at which wrote down other things. */
export function SeenOtherwise({ row, address }: { row: ImportDetail; address: string | null }) {
  return (
    <Card title="Look again">
      <p className="mb-3 text-ink-2">
        It was looked at by another version of the program, whose answer this one cannot show.
      </p>
      {address === null ? null : (
        <ReviewForm
          address={address}
          questions={[]}
          manifest={manifestOf(row)}
          replace={row.replace}
          keepSource={row.keepSource}
          keepsLines={keepsLines(row.format)}
          episodes={null}
        />
      )}
    </Card>
  );
}

/** As it was given; it was read by this schema before it was kept. */
function manifestOf({ manifest }: ImportDetail): Manifest | null {
  return manifest === null ? null : manifestSchema.parse(manifest);
}

/** What an import would come to, and the answers with which it is to be read. */
export function ImportReview({
  row,
  preview,
  project,
  address,
  inTheWay,
}: {
  row: ImportDetail;
  preview: ImportPreview;
  project: string;
  address: string | null;
  inTheWay: readonly CampaignInTheWay[];
}) {
  const { refusal, campaign, format, issues } = preview;
  const isClear = inTheWay.length === 0 && preview.counts.refused === 0;
  const edge = refusal !== null ? "bad" : isClear ? "good" : "warn";
  return (
    <>
      <Card title="What it would come to" edge={edge}>
        <p>
          <DataText text={previewHeadline(preview)} />
        </p>
        {campaign === null ? null : (
          <p className="mt-1 text-[13px] text-ink-2">
            Campaign <DataName text={campaign.name} />, target <DataName text={campaign.target} />,
            harness <DataName text={campaign.harness} />,{" "}
            {campaign.startedAt === null
              ? "start not recorded"
              : `started ${instant(campaign.startedAt)}`}
            . Key <DataName text={campaign.key} mono />.
          </p>
        )}
        {inTheWay.map((stored) => (
          <p key={stored.slug} className="mt-1 text-[13px] text-exposure-ink">
            {stored.sameBytes ? "The same bytes are stored as " : "Its key is that of "}
            <TextLink href={campaignPath(project, stored.slug)}>
              <DataName text={stored.name} />
            </TextLink>
            {stored.sameBytes
              ? ": read the same way nothing would be added, read otherwise it has to replace that one."
              : ", which came from other bytes: it can only be imported in that one's place."}
          </p>
        ))}
      </Card>
      {preview.counts.episodes === 0 ? null : <PreviewTiles preview={preview} />}
      <PreviewEndings preview={preview} />
      {format === null ? (
        <p className="mt-[18px] flex flex-wrap items-center gap-2">
          {address === null ? null : <CancelButton address={address} label="Discard the upload" />}
        </p>
      ) : (
        <Card title="How it is read" note={format.label}>
          {address === null ? (
            <p className="text-ink-2">It waits for an editor of the project to import it.</p>
          ) : (
            <ReviewForm
              address={address}
              questions={preview.questions}
              manifest={manifestOf(row)}
              replace={row.replace}
              keepSource={row.keepSource}
              keepsLines={keepsLines(format.id)}
              episodes={refusal === null ? preview.counts.episodes : null}
            />
          )}
        </Card>
      )}
      <PreviewArms arms={preview.arms} />
      {refusal !== null && issues.length === 0 ? null : <PreviewIssues issues={issues} />}
      <PreviewMissing preview={preview} />
    </>
  );
}

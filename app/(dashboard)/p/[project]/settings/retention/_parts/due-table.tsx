import { DataName, DataText } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { TextLink } from "@/components/ui/text-link";
import type { DueCampaign } from "@/db/queries/retention";
import type { RetentionAct } from "@/lib/domain/retention";
import { integer, plural } from "@/lib/format/numbers";
import { campaignPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";

/** So many are listed; the count is of all. */
const LISTED = 200;

const DONE = { keep: "kept", drop: "its content is dropped", delete: "deleted" } as const;

/** The campaigns that are old enough, oldest first, with what keeps those that are on hold. */
export function DueTable({
  project,
  act,
  due,
}: {
  project: string;
  act: RetentionAct;
  due: readonly DueCampaign[];
}) {
  if (due.length === 0)
    return (
      <p className="text-[13px] text-ink-2">
        {act === "keep" ? "Every campaign is kept." : "No campaign is old enough."}
      </p>
    );
  const held = due.filter(({ hold }) => hold !== null).length;
  return (
    <>
      <p className="mb-2 text-[13px] text-ink-2">
        {`${plural(due.length - held, "campaign")}${held === 0 ? "" : `, and ${integer(held)} on hold, which ${held === 1 ? "is" : "are"} kept`}; the oldest first.`}
      </p>
      <ScrollBox label="Campaigns that are old enough">
        <table className="table-plain">
          <caption className="sr-only">Campaigns that are old enough, the oldest first</caption>
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              <th scope="col">Sealed</th>
              <th scope="col" className="num">
                Episodes
              </th>
              <th scope="col">What becomes of it</th>
            </tr>
          </thead>
          <tbody>
            {due.slice(0, LISTED).map(({ id, slug, name, importedAt, episodes, hold }) => (
              <tr key={id}>
                <th scope="row" className="font-normal">
                  <TextLink href={campaignPath(project, slug)}>
                    <DataName text={name} />
                  </TextLink>
                </th>
                <td>{instant(importedAt)}</td>
                <td className="num">{integer(episodes)}</td>
                <td className="min-w-[180px] whitespace-normal wrap-anywhere">
                  {hold === null ? (
                    DONE[act]
                  ) : (
                    <>
                      <b className="font-semibold">kept:</b> on hold by <DataName text={hold.by} />,{" "}
                      <DataText text={hold.reason} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {due.length > LISTED ? (
        <p className="mt-2 text-[13px] text-ink-2">
          {`The first ${integer(LISTED)} of ${integer(due.length)}.`}
        </p>
      ) : null}
    </>
  );
}

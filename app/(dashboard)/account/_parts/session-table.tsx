import { DataName } from "@/components/ui/data-text";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { SessionRow } from "@/db/queries/sessions";
import { instant } from "@/lib/format/time";
import { endSessionNow } from "../account-actions";

/** Where one is signed in. What a browser says of itself is a stranger's text. */
export function SessionTable({
  sessions,
  present,
}: {
  sessions: readonly SessionRow[];
  present: string;
}) {
  return (
    <>
      <ScrollBox label="Sessions">
        <table className="table-plain">
          <caption className="sr-only">Where you are signed in, the last used first</caption>
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col">Address</th>
              <th scope="col">Signed in</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="sr-only">End</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <th scope="row" className="min-w-[200px] font-normal">
                  <DataName text={session.userAgent ?? "unknown"} />
                </th>
                <td>
                  <DataName text={session.address ?? "unknown"} mono />
                </td>
                <td className="whitespace-nowrap text-ink-2">{instant(session.createdAt)}</td>
                <td className="whitespace-nowrap text-ink-2">{instant(session.lastUsedAt)}</td>
                <td>
                  {session.id === present ? (
                    <span className="whitespace-nowrap text-ink-2">this one</span>
                  ) : (
                    <OutcomeForm action={endSessionNow} submit="End">
                      <input type="hidden" name="id" value={session.id} />
                    </OutcomeForm>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {sessions.length > 1 ? (
        <div className="mt-3">
          <OutcomeForm action={endSessionNow} submit="End all others" />
        </div>
      ) : null}
    </>
  );
}

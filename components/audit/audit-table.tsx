import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { AUDIT_ACTIONS, type AuditAction, type AuditOutcome } from "@/lib/domain/audit-action";
import { clockOf, dayOf } from "@/lib/format/time";

export type AuditLine = {
  id: number;
  /** RFC 3339. */
  at: string;
  actor: { kind: string; name: string };
  action: AuditAction;
  outcome: AuditOutcome;
  object: { kind: string | null; id: string | null };
  detail: Readonly<Record<string, string | number | boolean | null>>;
};

/** Entries as they were written; the names in them are foreign text, like that of a record. */
export function AuditTable({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <ScrollBox label="Entries of the audit log">
      <table className="table-plain">
        <caption className="sr-only">Entries, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              No.
            </th>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Which</th>
            <th scope="col">Besides</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="num text-ink-3">{entry.id}</td>
              <td className="whitespace-nowrap text-ink-2">
                <time dateTime={entry.at}>
                  {dayOf(entry.at)}, {entry.at.slice(0, 4)}, {clockOf(entry.at)}
                </time>
              </td>
              <td>
                <DataName text={entry.actor.name} />
                {entry.actor.kind === "token" ? (
                  <span className="text-xs text-ink-3"> (token)</span>
                ) : null}
              </td>
              <td>
                {AUDIT_ACTIONS[entry.action] ?? entry.action}
                {entry.outcome === "refused" ? (
                  <>
                    {" "}
                    <Chip tone="warn">refused</Chip>
                  </>
                ) : null}
              </td>
              <td className="text-ink-2">
                <Which object={entry.object} />
              </td>
              <td className="text-ink-2">
                <Besides detail={entry.detail} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Which({ object: { kind, id } }: { object: AuditLine["object"] }) {
  if (kind === null || id === null) return null;
  return (
    <>
      {kind} <DataName text={id} mono />
    </>
  );
}

function Besides({ detail }: { detail: AuditLine["detail"] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
      {Object.entries(detail)
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => (
          <li key={name}>
            <span className="text-xs text-ink-3">{name}</span> <DataName text={String(value)} />
          </li>
        ))}
    </ul>
  );
}

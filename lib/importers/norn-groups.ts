import type { Issue } from "./importer";
import type { ReadRow } from "./norn-book";

/** What a table holds of one replica. `broken` when some of it could not be read. */
export type Group<Row> = { rows: Row[]; issues: Issue[]; broken: boolean };

/**
 * Goes through a table beside the replicas, whose ids grow, and takes each replica's rows out of it. No
 * more than one replica's rows are held. Rows of replicas that nobody asks for (another campaign's) are
 * passed over; a row that comes after its replica's turn is told and breaks no more than itself.
 */
export type RowGroups<Row> = {
  take(replicaId: number): Promise<Group<Row>>;
  close(): Promise<void>;
};

export function groupRows<Row extends { replica_id: number }>(
  rows: AsyncIterable<ReadRow<Row>>,
): RowGroups<Row> {
  const iterator = rows[Symbol.asyncIterator]();
  let held: ReadRow<Row> | null = null;
  let isDone = false;

  const peek = async (): Promise<ReadRow<Row> | null> => {
    if (held !== null || isDone) return held;
    const next = await iterator.next();
    if (next.done === true) isDone = true;
    else held = next.value;
    return held;
  };
  return {
    async take(replicaId) {
      const group: Group<Row> = { rows: [], issues: [], broken: false };
      for (let read = await peek(); read !== null; read = await peek()) {
        const owner = read.kind === "row" ? read.row.replica_id : read.replicaId;
        if (owner !== null && owner > replicaId) break;
        held = null;
        if (read.kind === "row") {
          if (owner === replicaId) group.rows.push(read.row);
          continue;
        }
        // Whose row it is cannot always be told; it is told where it stands, and breaks the next replica.
        if (owner === replicaId || owner === null) {
          group.issues.push(read.issue);
          group.broken = true;
        }
      }
      return group;
    },
    async close() {
      await iterator.return?.();
    },
  };
}

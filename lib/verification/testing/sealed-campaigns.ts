import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";
import type { TestDatabase } from "@/db/testing/test-database";

/** A campaign whose every episode says something else, with calls, attempts and effects. */
export function variedText(key: string, episodes: number): string {
  return nativeText({
    key,
    name: `Campaign ${key}`,
    episodes: Array.from({ length: episodes }, (_, no) => ({
      case: no % 2 === 0 ? "k1" : "k2",
      replica: no,
      termination: no % 5 === 4 ? "harness_error" : "task_done",
      messages: [{ role: "user" as const, content: `try ${no} of ${key}` }],
      calls: Array.from({ length: no % 4 }, (_call, callNo) => ({
        tool: "send_email",
        arguments: { to: `someone-${no}-${callNo}@example.com` },
        executed: true,
        marker: { inArguments: callNo % 2 === 0 },
      })),
      ...(no % 3 === 0 ? { effects: [{ tool: "send_email", containsMarker: true }] } : {}),
    })),
  });
}

/** Imports them, in their order, and says their ids. */
export async function importVaried(
  database: TestDatabase,
  projectId: string,
  sizes: Readonly<Record<string, number>>,
): Promise<string[]> {
  for (const [key, episodes] of Object.entries(sizes)) {
    const source = memorySource("run.jsonl", { "run.jsonl": variedText(key, episodes) });
    const result = await ingestSource({ database, projectId, source, options: {} });
    if (result.state !== "done") throw new Error(`${key} ended as ${result.state}`);
  }
  const rows = await database.sql<{ id: string }[]>`
    select id from campaigns where project_id = ${projectId} order by id`;
  return rows.map(({ id }) => id);
}

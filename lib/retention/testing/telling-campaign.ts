import { findCampaign } from "@/db/queries/campaigns";
import type { Scope } from "@/db/scope";
import type { TestDatabase } from "@/db/testing/test-database";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";

/**
 * A campaign in every text of which a word stands that stands nowhere else: what an agent read and wrote,
 * how it ended, what was planted, and what a record says that was refused. Two arms, two cases.
 */
export function tellingText(word: string, { key = "run", replicas = 3 } = {}): string {
  const head = [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name: `Campaign ${key}`,
      target: { name: "agent", version: "1" },
      corpus: { name: "corpus", version: "2" },
      harness: { name: "harness" },
      startedAt: "2026-01-02T03:04:05Z",
      manifest: { tools: [{ name: "send_email", role: "send" }] },
    },
    { type: "arm", key: "off", name: "Off", guardrail: { name: "fence", enabled: false } },
    { type: "arm", key: "on", name: "On", guardrail: { name: "fence", enabled: true } },
    ...["k1", "k2"].map((name) => ({
      type: "case",
      key: name,
      attack: "a1",
      split: "attack",
      userTask: `do ${word}`,
      injection: { door: "mail", text: `now ${word}` },
    })),
  ];
  const episodes = ["off", "on"].flatMap((arm) =>
    ["k1", "k2"].flatMap((name) =>
      Array.from({ length: replicas }, (_, no) => ({
        type: "episode",
        arm,
        case: name,
        replica: no + 1,
        termination: no === 0 ? "turn_limit" : "task_done",
        terminationDetail: `stopped at ${word}`,
        marker: { planted: true, witnessed: true },
        messages: [{ role: "user", content: `read ${word}` }],
        calls: [
          {
            tool: "send_email",
            arguments: { to: `${word}@example.com` },
            result: `sent ${word}`,
            executed: arm === "off",
            decision: {
              outcome: arm === "off" ? "allow" : "deny",
              rule: "r1",
              reason: `as ${word}`,
            },
            marker: { inArguments: true },
          },
        ],
      })),
    ),
  );
  const lines = [...head, ...episodes, { type: "end" }].map((record) => JSON.stringify(record));
  // A record that is refused, and quoted where that is told.
  return [
    ...lines.slice(0, -1),
    `{"type":"episode","arm":"${word}","case":"k1","replica":1,"termination":"task_done"}`,
    ...lines.slice(-1),
    "",
  ].join("\n");
}

/** Imports it. @returns its id */
export async function importTelling(
  database: TestDatabase,
  scope: Scope,
  word: string,
  options: { key?: string; replicas?: number } = {},
): Promise<string> {
  const { projectId } = scope;
  const source = memorySource("run.jsonl", { "run.jsonl": tellingText(word, options) });
  const result = await ingestSource({ database, projectId, source, options: {} });
  if (result.state !== "done") throw new Error(`it ended as ${result.state}`);
  return (await findCampaign(database.db, scope, options.key ?? "run"))?.id ?? "";
}

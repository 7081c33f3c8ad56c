import type { CallRecord, EpisodeRecord, EventRecord } from "@/lib/domain/records";
import { amountOf, countOf, fieldOf, listOf, textOf } from "./json-value";
import { valueIn } from "./norn-json";
import type { RetrievalRow, TurnRow } from "./norn-rows";

export const isJudge = (row: TurnRow) => row.role === "judge";

/**
 * The episode in its order: what was retrieved, then turn by turn the prompt (where it is another than
 * before), the answer, and what each call of the turn brought; then the judge. `calls` are in order.
 */
export function eventsOf(
  turns: readonly TurnRow[],
  calls: readonly CallRecord[],
  retrievals: readonly RetrievalRow[],
): EventRecord[] {
  const events: EventRecord[] = retrievals.flatMap(retrieved);
  const results = calls.map((call, index) => ({ call, index }));
  let told = 0;
  const tellCalls = (before: number) => {
    for (; told < results.length; told += 1) {
      const entry = results[told];
      if (entry === undefined || (entry.call.turn ?? 0) >= before) return;
      const text = typeof entry.call.result === "string" ? entry.call.result : "";
      events.push({ kind: "message", role: "tool", text, untrusted: true, call: entry.index });
    }
  };
  let prompt: string | undefined;
  for (const row of turns.filter((turn) => !isJudge(turn))) {
    // Calls count turns from 1, rows from 0: what belongs to earlier turns comes first.
    tellCalls(row.turn + 1);
    const asked = textOf(row.prompt);
    if (asked !== undefined && asked !== prompt) {
      events.push({ kind: "message", role: "user", text: asked });
      prompt = asked;
    }
    events.push({ kind: "message", role: "assistant", text: row.response ?? "" });
  }
  tellCalls(Number.POSITIVE_INFINITY);
  for (const row of turns.filter(isJudge)) {
    events.push({
      kind: "note",
      role: "judge",
      text: row.response ?? "",
      extra: { prompt: row.prompt ?? null, model: row.model ?? null },
    });
  }
  return events;
}

/** `retrieved_json` is a list of fragments as JSON in a text; one event each. */
function retrieved(row: RetrievalRow): EventRecord[] {
  const value = valueIn(row.retrieved_json);
  const fragments = listOf(value) ?? [value ?? row.retrieved_json ?? ""];
  const event = {
    kind: "retrieval" as const,
    untrusted: row.poisoned_retrieval === 1,
    extra: { poisoned: row.poisoned_retrieval ?? null, topK: row.top_k ?? null },
  };
  const texts = fragments.map((fragment) => {
    if (typeof fragment === "string") return fragment;
    const named = ["content", "text", "document"].map((name) => fieldOf(fragment, name));
    return named.find((text) => typeof text === "string") ?? JSON.stringify(fragment) ?? "";
  });
  return (texts.length > 0 ? texts : [""]).map((text) => ({ ...event, text }));
}

/**
 * Turns and tokens of the model. A sum of 0 is Norn's default for "not counted", since no request has no
 * tokens; it stays absent.
 */
export function usageOf(turns: readonly TurnRow[]): Pick<EpisodeRecord, "turns" | "tokens"> {
  if (turns.length === 0) return {};
  const sum = (of: (row: TurnRow) => unknown) =>
    turns.reduce((total, row) => total + (countOf(of(row)) ?? 0), 0);
  const prompt = sum((row) => row.tokens_in);
  const completion = sum((row) => row.tokens_out);
  const firstRequest = countOf(turns[0]?.tokens_in) ?? 0;
  const tokens = {
    ...(firstRequest > 0 ? { firstRequest } : {}),
    ...(prompt > 0 ? { prompt } : {}),
    ...(completion > 0 ? { completion } : {}),
  };
  return { turns: turns.length, ...(Object.keys(tokens).length > 0 ? { tokens } : {}) };
}

/** How long the model's answers took together, in milliseconds: less than the episode took. */
export function latencyOf(turns: readonly TurnRow[]): number | undefined {
  const total = turns.reduce((sum, row) => sum + (amountOf(row.latency_ms) ?? 0), 0);
  return total > 0 ? total : undefined;
}

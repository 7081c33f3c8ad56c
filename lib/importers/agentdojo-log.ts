import { z } from "zod";

/**
 * One AgentDojo log, in all of its dialects: content blocks (current), plain strings (before
 * agentdojo_package_version was written), DRIFT's with its own settings beside the messages, and
 * DRIFT's original with `conversations` in their place. Loose: fields it does not name stay in place.
 */
const blockSchema = z.looseObject({ type: z.string(), content: z.string().nullish() });
const contentSchema = z.union([z.string(), z.null(), z.array(blockSchema)]).optional();

const toolCallSchema = z.looseObject({
  function: z.string(),
  args: z.unknown(),
  id: z.string().nullish(),
});

const messageSchema = z.looseObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: contentSchema,
  tool_calls: z.array(toolCallSchema).nullish(),
  tool_call: toolCallSchema.nullish(),
  tool_call_id: z.string().nullish(),
  error: z.string().nullish(),
});

export const agentDojoLogSchema = z.looseObject({
  suite_name: z.string().min(1),
  pipeline_name: z.string().nullish(),
  user_task_id: z.string().min(1),
  injection_task_id: z.string().nullish(),
  attack_type: z.string().nullish(),
  injections: z.record(z.string(), z.string()).nullish(),
  messages: z.array(messageSchema).optional(),
  conversations: z.array(messageSchema).optional(),
  error: z.string().nullish(),
  benchmark_version: z.string().nullish(),
  evaluation_timestamp: z.string().nullish(),
  agentdojo_package_version: z.string().nullish(),
  duration: z.number().nullish(),
  total_tokens: z.number().nullish(),
  utility: z.boolean().nullish(),
  security: z.boolean().nullish(),
});

export type AgentDojoLog = z.infer<typeof agentDojoLogSchema>;
export type LogMessage = z.infer<typeof messageSchema>;
export type LogToolCall = z.infer<typeof toolCallSchema>;

/** Fields of a log that the importer turns into something of the record, so that `extra` needs no copy. */
const MAPPED = new Set(["messages", "conversations", "utility", "duration", "error"]);
/** What the dialects are known to add; anything beyond is told as an unknown field. */
const KNOWN = new Set([
  ...Object.keys(agentDojoLogSchema.shape),
  "build_constraints",
  "injection_isolation",
  "dynamic_validation",
  "adaptive_attack",
  "tool_permission",
  "initial_trajectory",
  "initial_checklist",
]);

export function messagesOf(log: AgentDojoLog): readonly LogMessage[] {
  return log.messages ?? log.conversations ?? [];
}

/** The text that the model read or wrote, without its hidden thinking; empty when there is none. */
export function textOf(message: LogMessage): string {
  const { content } = message;
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  return content
    .filter((block) => !block.type.includes("thinking"))
    .map((block) => block.content ?? "")
    .join("\n");
}

/** Thinking blocks of an assistant's message, kept apart from what it said. */
export function thinkingOf(message: LogMessage): string[] {
  if (!Array.isArray(message.content)) return [];
  return message.content
    .filter((block) => block.type.includes("thinking"))
    .map((block) => block.content ?? "");
}

/** The fields that the record has no place of its own for, as they stand in the log. */
export function unmappedFields(log: AgentDojoLog): Record<string, unknown> {
  return Object.fromEntries(Object.entries(log).filter(([field]) => !MAPPED.has(field)));
}

export function unknownFields(log: AgentDojoLog): string[] {
  return Object.keys(log).filter((field) => !KNOWN.has(field));
}

/** DRIFT writes its settings into the log; a log that has them was run behind it, whatever its folder says. */
export function driftEnabled(log: AgentDojoLog): boolean {
  return [log["build_constraints"], log["injection_isolation"], log["dynamic_validation"]].includes(
    true,
  );
}

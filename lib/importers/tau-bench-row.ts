import { z } from "zod";
import { headFields } from "./head-fields";
import type { Recognition } from "./importer";

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  tool_calls: z.array(z.unknown()).nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish(),
});

/** One try of a task: what was said (messages as OpenAI writes them) and the reward it earned. */
export const tauBenchRowSchema = z.looseObject({
  task_id: z.union([z.number().int(), z.string().min(1)]),
  reward: z.number().nullish(),
  info: z.record(z.string(), z.unknown()).nullish(),
  traj: z.array(messageSchema),
  trial: z.number().int().nonnegative().nullish(),
});

export type TauBenchRow = z.infer<typeof tauBenchRowSchema>;
export type TauBenchMessage = z.infer<typeof messageSchema>;

/** True for bytes that begin with a list whose first item is a try of tau-bench. */
export function isTauBench(head: Uint8Array): boolean {
  const at = head.findIndex((byte) => byte > 0x20);
  if (head[at] !== 0x5b) return false;
  const fields = headFields(head.subarray(at + 1));
  const has = (name: string) => fields?.has(name) ?? false;
  return has("task_id") && has("reward") && (has("traj") || has("info"));
}

export function recogniseTauBench(head: Uint8Array): Recognition {
  return isTauBench(head)
    ? { recognised: true }
    : {
        recognised: false,
        lookedFor: "a JSON list whose first item has `task_id`, `reward`, `info` and `traj`",
      };
}

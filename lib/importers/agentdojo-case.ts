import type { CaseRecord, Split } from "@/lib/domain/records";
import { type AgentDojoLog, messagesOf, textOf } from "./agentdojo-log";

/**
 * The split of a log: an injection task run as a user task is a probe of the task itself; a log without
 * `attack_type` is benign work, whatever its `security` says (agentdojo.md, verdict semantics and trap 2).
 */
export function splitOf(log: AgentDojoLog): Split {
  if (log.user_task_id.startsWith("injection_task")) return "probe";
  return log.attack_type ? "attack" : "benign";
}

/** The case of a log; the same in every arm, with the texts as this log has them. */
export function caseOf(log: AgentDojoLog): CaseRecord {
  const split = splitOf(log);
  const attackType = log.attack_type ?? "none";
  const injectionTask = log.injection_task_id ?? "none";
  const prompt = messagesOf(log).find((message) => message.role === "user");
  const vectors = Object.entries(log.injections ?? {});
  const texts = [...new Set(vectors.map(([, text]) => text))];
  return {
    type: "case",
    key: [log.suite_name, log.user_task_id, attackType, injectionTask].join("/"),
    attack:
      split === "attack"
        ? [attackType, log.suite_name, injectionTask].join("/")
        : `${split}/${log.suite_name}`,
    ...(split === "attack" ? { family: attackType } : {}),
    split,
    ...(prompt ? { userTask: textOf(prompt) } : {}),
    ...(vectors.length > 0
      ? {
          injection: {
            door: vectors.map(([vector]) => vector).join(", "),
            text: texts.join("\n"),
          },
        }
      : {}),
  };
}

import { maskSecrets } from "./mask-secrets";
import { countOf, fieldOf, isObject, listOf, textOf } from "./json-value";
import type { InspectLog } from "./inspect-logs";
import type { ArmRecord } from "@/lib/domain/records";

/** Which arm a log's samples belong to, and from which replica on their epochs count. */
export type LogCell = { arm: ArmRecord; replicaOffset: number; masked: readonly string[] };

/**
 * The arms of some logs: model, solver and approval policy. Logs that agree in all three and run the same
 * task are repeats, and their epochs are counted on; where their task's arguments differ they are arms of
 * their own, named by the arguments.
 */
export function armsOf(logs: readonly InspectLog[]): ReadonlyMap<InspectLog, LogCell> {
  const settings = logs.map((log) => ({ log, base: baseOf(log), args: argumentsOf(log) }));
  const cells = new Map<InspectLog, LogCell>();
  const epochs = new Map<string, number>();
  for (const { log, base, args } of settings) {
    const others = settings.filter((other) => other.base === base && other.log.task === log.task);
    const differ = new Set(others.map((other) => other.args)).size > 1;
    const key = differ ? `${base} · ${args}` : base;
    const cell = `${key}\n${log.task}`;
    const replicaOffset = epochs.get(cell) ?? 0;
    epochs.set(cell, replicaOffset + epochsOf(log));
    cells.set(log, { replicaOffset, ...armOf(log, key) });
  }
  return cells;
}

export function epochsOf(log: InspectLog): number {
  return Math.max(1, countOf(fieldOf(log.spec, "config", "epochs")) ?? 1);
}

function baseOf(log: InspectLog): string {
  const approvers = approversOf(log);
  return [
    log.model,
    solverOf(log),
    approvers.length > 0 ? `approval ${approvers.join(", ")}` : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function argumentsOf(log: InspectLog): string {
  const { value } = maskSecrets(log.spec["task_args"] ?? {});
  return JSON.stringify(value);
}

/** The solver by its name, else the steps of the plan. */
function solverOf(log: InspectLog): string | null {
  const named = textOf(log.spec["solver"]);
  if (named !== undefined) return named;
  const steps = (listOf(fieldOf(log.header, "plan", "steps")) ?? []).map((step) =>
    textOf(fieldOf(step, "solver")),
  );
  return steps.filter((step) => step !== undefined).join(" > ") || null;
}

/** Names of the approvers of `config.approval`; none when no policy was set. */
function approversOf(log: InspectLog): string[] {
  const approval = fieldOf(log.spec, "config", "approval");
  const list = listOf(fieldOf(approval, "approvers")) ?? listOf(approval) ?? [];
  const names = list.map((approver) => textOf(fieldOf(approver, "name")) ?? textOf(approver));
  const known = names.filter((name) => name !== undefined);
  if (known.length > 0) return [...new Set(known)];
  return approval === null || approval === undefined ? [] : [textOf(approval) ?? "policy"];
}

function armOf(log: InspectLog, key: string): { arm: ArmRecord; masked: readonly string[] } {
  const approvers = approversOf(log);
  const { spec, header, model } = log;
  const provider = /^([^/]+)\//.exec(model)?.[1];
  const generate = fieldOf(header, "plan", "config");
  const temperature = fieldOf(generate, "temperature");
  const seed = fieldOf(generate, "seed");
  const config = maskSecrets(
    {
      solver: spec["solver"],
      solverArgs: spec["solver_args"],
      steps: fieldOf(header, "plan", "steps"),
      generate,
      taskArgs: spec["task_args"],
      modelArgs: spec["model_args"],
      modelRoles: spec["model_roles"],
      sandbox: spec["sandbox"],
      config: spec["config"],
    },
    { path: "$.config" },
  );
  return {
    masked: config.places,
    arm: {
      type: "arm",
      key,
      name: key,
      // Without a policy nothing is known of other defences, which may stand in the solver.
      ...(approvers.length > 0
        ? { guardrail: { name: `approval: ${approvers.join(", ")}`, enabled: true } }
        : {}),
      model: {
        name: model,
        ...(provider === undefined ? {} : { provider }),
        ...(typeof temperature === "number" ? { temperature } : {}),
        ...(Number.isSafeInteger(seed) ? { seed: Number(seed) } : {}),
      },
      config: isObject(config.value) ? config.value : {},
    },
  };
}

type Line = { type: string } & Record<string, unknown>;

const ROLES = ["read", "send", "write", "delete"];

/**
 * A native campaign in which every text holds payloads: names one each, long texts all of them. Two arms
 * ran every case, so that they are compared; each further one has a name of its own.
 */
export function hostileRecords(key: string, payloads: readonly string[], arms: number): Line[] {
  const all = payloads.join("\n");
  const one = (at: number) => payloads[at % payloads.length] ?? "";
  const extra = (at: number) => ({ [one(at)]: one(at + 1) });
  const named = (at: number) => ({ name: one(at), version: one(at + 1), extra: extra(at) });
  const model = { provider: one(3), name: one(4), extra: extra(4) };
  const tools = payloads.map((name, at) => ({
    name,
    role: ROLES[at % ROLES.length],
    parameters: { [name]: { description: name } },
    extra: { [name]: name },
  }));
  return [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name: one(0),
      target: named(1),
      corpus: named(5),
      harness: named(7),
      startedAt: "2026-03-02T08:00:00Z",
      series: one(9),
      model,
      limits: { turns: 30, extra: extra(10) },
      retryPolicy: { maxRetries: 1, extra: extra(11) },
      planned: { replicasPerCase: 1, extra: extra(12) },
      manifest: { tools, doors: payloads, sinks: payloads, extra: extra(13) },
      attribution: { by: "rule", rule: all, extra: extra(14) },
      tags: payloads,
      notes: all,
      extra: extra(15),
    },
    ...Array.from({ length: arms }, (_, at) => ({
      type: "arm",
      key: armKey(payloads, at),
      name: one(at),
      guardrail: { ...named(at), enabled: at % 2 === 1 },
      model,
      config: { [one(at)]: one(at) },
      extra: extra(at),
    })),
    ...payloads.map((payload, at) => ({
      type: "case",
      key: caseKey(payload, at),
      attack: payload,
      family: payload,
      split: at % 5 === 4 ? "benign" : "attack",
      userTask: at === 0 ? all : payload,
      injection: { door: payload, text: at === 0 ? all : payload, extra: extra(at) },
      goal: { tool: payload, parameter: payload, extra: extra(at) },
      ceiling: 4,
      owasp: [payload],
      atlas: [payload],
      extra: extra(at),
    })),
    ...payloads.flatMap((_, at) => [0, 1].map((arm) => episode(payloads, { arm, at }))),
    ...Array.from({ length: Math.max(0, arms - 2) }, (_, at) =>
      episode(payloads, { arm: at + 2, at: at % payloads.length }),
    ),
    { type: "end", extra: extra(0) },
  ];
}

export function linesOf(records: readonly object[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}

/** The arm's name is a payload, and so is its key, which addresses name it by. */
export function armKey(payloads: readonly string[], at: number): string {
  return `arm-${at}-${payloads[at % payloads.length] ?? ""}`;
}

function caseKey(payload: string, at: number): string {
  return `${at} ${payload}`;
}

/** The first of a campaign has every text whole; the others what the tables are made of. */
function episode(payloads: readonly string[], { arm, at }: { arm: number; at: number }): Line {
  const payload = payloads[at] ?? "";
  const text = at === 0 ? payloads.join("\n") : payload;
  const extra = { [payload]: payload };
  const isDenied = arm === 1 && at % 2 === 0;
  const last = at % 7 === 6 && arm < 2 ? "context_limit" : "task_done";
  const call = (tool: string, said: string) => ({
    tool,
    args: { [payload]: said, list: [said] },
    executed: !isDenied,
    authorised: false,
    marker: { inArguments: true, inResult: true, extra },
    decision: { outcome: isDenied ? "deny" : "allow", rule: payload, reason: said, extra },
    result: { [payload]: said },
    error: said,
    extra,
  });
  return {
    type: "episode",
    arm: armKey(payloads, arm),
    case: caseKey(payload, at),
    replica: 0,
    termination: last,
    terminationDetail: text,
    attempts: [
      { termination: "provider_error", detail: text, calls: [call(payload, payload)], extra },
      { termination: last, detail: text, extra },
    ],
    marker: { planted: true, witnessed: true, text: payload, extra },
    injectionReached: true,
    attackerAction: !isDenied,
    taskCompleted: at % 2 === 0,
    tokens: { prompt: 10, extra },
    calls:
      at === 0
        ? payloads.map((tool, no) => call(tool, no === 0 ? text : tool))
        : [call(payload, payload)],
    effects: [{ tool: payload, containsMarker: true, call: 0, extra }],
    events: [
      { kind: "message", role: payload, text, extra },
      { kind: "retrieval", role: payload, text, untrusted: true, call: 0 },
      { kind: "error", text },
      { kind: "note", text },
      { kind: "message", role: "assistant", text },
    ],
    extra,
  };
}

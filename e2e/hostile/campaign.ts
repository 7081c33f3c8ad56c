type Line = Record<string, unknown>;

const ROLES = ["read", "send", "write", "delete"];

/**
 * A native campaign in which every text holds payloads: names one each, long texts all of the group. Two
 * arms ran every case, so that they are compared; each further one has a name of its own.
 */
export function hostileCampaign(key: string, payloads: readonly string[], arms: number): string {
  const all = payloads.join("\n");
  const one = (at: number) => payloads[at % payloads.length] ?? "";
  const guardrail = (at: number) => ({
    name: one(at),
    version: one(at + 1),
    enabled: at % 2 === 1,
  });
  const model = { provider: one(3), name: one(4) };
  const tools = payloads.map((name, at) => ({ name, role: ROLES[at % ROLES.length] }));
  const lines: Line[] = [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name: one(0),
      target: { name: one(1), version: one(2) },
      corpus: { name: one(5), version: one(6) },
      harness: { name: one(7), version: one(8) },
      startedAt: "2026-03-02T08:00:00Z",
      series: one(9),
      model,
      manifest: { tools, doors: payloads, sinks: payloads },
      tags: payloads,
      notes: all,
    },
    ...Array.from({ length: arms }, (_, at) => ({
      type: "arm",
      key: `arm-${at}-${one(at)}`,
      name: one(at),
      guardrail: guardrail(at),
      model,
      config: { [one(at)]: one(at) },
    })),
    ...payloads.map((payload, at) => ({
      type: "case",
      key: `${at} ${payload}`,
      attack: payload,
      family: payload,
      split: at % 5 === 4 ? "benign" : "attack",
      userTask: at === 0 ? all : payload,
      injection: { door: payload, text: at === 0 ? all : payload },
      goal: { tool: payload, parameter: payload },
      ceiling: 4,
      owasp: [payload],
      atlas: [payload],
    })),
    ...payloads.flatMap((_, at) => [0, 1].map((arm) => episode(payloads, { arm, at }))),
    ...Array.from({ length: Math.max(0, arms - 2) }, (_, at) =>
      episode(payloads, { arm: at + 2, at: at % payloads.length }),
    ),
    { type: "end" },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

/** The first of a campaign has every text whole; the others what the tables are made of. */
function episode(payloads: readonly string[], { arm, at }: { arm: number; at: number }): Line {
  const payload = payloads[at] ?? "";
  const text = at === 0 ? payloads.join("\n") : payload;
  const isDenied = arm === 1 && at % 2 === 0;
  const call = (tool: string, said: string) => ({
    tool,
    args: { [payload]: said, list: [said] },
    executed: !isDenied,
    authorised: false,
    marker: { inArguments: true, inResult: true },
    ...(isDenied ? { decision: { outcome: "deny", rule: payload, reason: said } } : {}),
    result: { [payload]: said },
    error: said,
  });
  return {
    type: "episode",
    arm: `arm-${arm}-${payloads[arm % payloads.length] ?? ""}`,
    case: `${at} ${payload}`,
    replica: 0,
    termination: at % 7 === 6 && arm < 2 ? "context_limit" : "task_done",
    terminationDetail: text,
    attempts: [
      { termination: "provider_error", detail: text, calls: [call(payload, payload)] },
      { termination: at % 7 === 6 && arm < 2 ? "context_limit" : "task_done", detail: text },
    ],
    marker: { planted: true, witnessed: true, text: payload },
    injectionReached: true,
    attackerAction: !isDenied,
    taskCompleted: at % 2 === 0,
    calls:
      at === 0
        ? payloads.map((tool, no) => call(tool, no === 0 ? text : tool))
        : [call(payload, payload)],
    effects: [{ tool: payload, containsMarker: true, call: 0 }],
    events: [
      { kind: "message", role: payload, text },
      { kind: "retrieval", role: payload, text, untrusted: true, call: 0 },
      { kind: "error", text },
      { kind: "note", text },
      { kind: "message", role: "assistant", text },
    ],
  };
}

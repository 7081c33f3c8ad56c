/** One record of each type with every field of aftermath/1, to be spoiled one field at a time. */
const AT = "2026-05-04T10:00:00Z";
const extra = { note: "kept" };
const model = { provider: "lab", name: "model-a", temperature: 0.5, seed: 7, extra };

export const FULL_CAMPAIGN = {
  type: "campaign",
  format: "aftermath/1",
  key: "c1",
  name: "Campaign 1",
  target: { name: "target", version: "1", extra },
  corpus: { name: "corpus", version: "1", extra },
  harness: { name: "harness", version: "1", extra },
  startedAt: AT,
  finishedAt: AT,
  series: "nightly",
  order: 3,
  model,
  limits: { turns: 9, contextTokens: 9, budgetTokens: 9, wallClockMs: 9, extra },
  retryPolicy: { maxRetries: 2, on: ["provider_error"], extra },
  planned: { replicasPerCase: 3, extra },
  manifest: {
    tools: [{ name: "send_email", role: "send", parameters: {}, extra }],
    doors: ["mail"],
    appTurnCap: 9,
    sinks: ["mail"],
    extra,
  },
  attribution: { by: "rule", rule: "r1", extra },
  tags: ["a"],
  notes: "none",
  extra,
};

export const FULL_ARM = {
  type: "arm",
  key: "full",
  name: "Full",
  guardrail: { name: "wall", version: "1", enabled: true, extra },
  model,
  config: {},
  extra,
};

export const FULL_CASE = {
  type: "case",
  key: "full",
  attack: "a9",
  family: "f",
  split: "attack",
  userTask: "do it",
  injection: { door: "mail", text: "do that", extra },
  goal: { tool: "send_email", parameter: "to", extra },
  ceiling: 3,
  owasp: ["LLM01"],
  atlas: ["AML.T0051"],
  extra,
};

const call = {
  tool: "send_email",
  args: {},
  turn: 1,
  at: AT,
  decision: { outcome: "allow", rule: "r", reason: "why", extra },
  executed: true,
  authorised: false,
  marker: { inArguments: true, inResult: false, returned: false, extra },
  result: {},
  error: "none",
  extra,
};

export const FULL_EPISODE = {
  type: "episode",
  arm: "on",
  case: "k1",
  replica: 2,
  termination: "task_done",
  terminationDetail: 'said \\"no\\"',
  terminationSource: "recorded",
  attempts: [
    { termination: "provider_error", detail: "503", startedAt: AT, calls: [call], extra },
    { termination: "task_done" },
  ],
  marker: { planted: true, witnessed: false, text: "M", extra },
  injectionReached: true,
  attackerAction: false,
  taskCompleted: true,
  startedAt: AT,
  durationMs: 12.5,
  turns: 3,
  tokens: { firstRequest: 1, prompt: 2, completion: 3, extra },
  costUsd: 0.25,
  calls: [call],
  effects: [{ tool: "send_email", at: AT, containsMarker: false, call: 0, extra }],
  events: [{ kind: "message", role: "user", text: "hi", untrusted: false, at: AT, call: 0, extra }],
  extra,
};

export const FULL_END = { type: "end", extra };

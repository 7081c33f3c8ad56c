import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { seededRandom } from "@/lib/stats/seeded-random";

/** What a made source holds, for the table that the benchmark prints. */
export type Made = { path: string; files: number; episodes: number; calls: number; bytes: number };

const ARMS = 4;
const CASES = 500;
const CALLS = 4;
/** Records written at once. */
const BATCH = 500;
const TOOLS = [
  ["read_mail", "read"],
  ["write_file", "write"],
  ["send_mail", "send"],
  ["run_code", "execute"],
] as const;
const WORDS =
  "the agent reads mail from its user and answers with what was asked for while a note inside one of them asks for more than that".split(
    " ",
  );

/**
 * Writes a native file of `episodes` with four calls each, about 1.7 kB an episode: the same bytes for
 * the same count on every machine.
 */
export async function makeNative(path: string, episodes: number): Promise<Made> {
  const random = seededRandom(episodes);
  const file = createWriteStream(path);
  let bytes = 0;
  let waiting: string[] = [];
  const flush = async () => {
    const text = waiting.join("");
    waiting = [];
    bytes += Buffer.byteLength(text);
    if (!file.write(text)) await once(file, "drain");
  };
  const put = (record: unknown) => waiting.push(`${JSON.stringify(record)}\n`);
  for (const record of nativeHead(`bench-${episodes}`)) put(record);
  for (let no = 0; no < episodes; no += 1) {
    put(nativeEpisode(no, random));
    // The head alone is longer than a batch: an equality would collect the whole file.
    if (waiting.length >= BATCH) await flush();
  }
  put({ type: "end" });
  await flush();
  file.end();
  await once(file, "close");
  return { path, files: 1, episodes, calls: episodes * CALLS, bytes };
}

function nativeHead(key: string): unknown[] {
  const named = { name: "bench", version: "1" };
  return [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name: "Benchmark",
      target: named,
      corpus: named,
      harness: named,
      startedAt: null,
      manifest: { tools: TOOLS.map(([name, role]) => ({ name, role })) },
    },
    ...Array.from({ length: ARMS }, (_, no) => ({
      type: "arm",
      key: `arm-${no}`,
      name: `Arm ${no}`,
      guardrail: { name: "guard", enabled: no > 0 },
    })),
    ...Array.from({ length: CASES }, (_, no) => ({
      type: "case",
      key: `case-${no}`,
      attack: `attack-${no % 25}`,
      split: "attack",
    })),
  ];
}

function nativeEpisode(no: number, random: () => number): unknown {
  const stopped = random() < 0.3;
  return {
    type: "episode",
    arm: `arm-${no % ARMS}`,
    case: `case-${Math.floor(no / ARMS) % CASES}`,
    replica: Math.floor(no / (ARMS * CASES)),
    termination: stopped ? "guardrail_stop" : "task_done",
    marker: { planted: true, witnessed: true },
    startedAt: new Date(Date.UTC(2026, 0, 1) + no * 1000).toISOString(),
    durationMs: Math.round(random() * 60_000),
    turns: CALLS + 1,
    tokens: { prompt: Math.round(random() * 9000), completion: Math.round(random() * 900) },
    taskCompleted: !stopped,
    calls: TOOLS.map(([tool], index) => {
      const denied = stopped && index === CALLS - 1;
      return {
        tool,
        args: { to: `user-${no % 97}@example.org`, body: words(random, 12) },
        turn: index + 1,
        decision: { outcome: denied ? "deny" : "allow", rule: `rule-${index}` },
        executed: !denied,
        authorised: random() < 0.8,
        marker: { inArguments: random() < 0.1, inResult: false },
        result: words(random, 16),
      };
    }),
    events: [{ kind: "message", role: "assistant", text: words(random, 30) }],
  };
}

/** Writes `count` AgentDojo logs of about 13 kB as its run folders have them, one an episode. */
export async function makeAgentDojo(folder: string, count: number): Promise<Made> {
  const random = seededRandom(count);
  let bytes = 0;
  let calls = 0;
  for (let no = 0; no < count; no += 1) {
    const log = agentDojoLog(no, random);
    calls += log.messages.filter(({ role }) => role === "tool").length;
    const text = JSON.stringify(log, null, 4);
    bytes += Buffer.byteLength(text);
    const path = join(folder, log.pipeline_name, log.suite_name, log.user_task_id);
    const file = join(path, log.attack_type, `${log.injection_task_id}.json`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { path: folder, files: count, episodes: count, calls, bytes };
}

function agentDojoLog(no: number, random: () => number) {
  const block = (length: number) => [{ type: "text", content: words(random, length) }];
  const turns = Array.from({ length: 7 }, (_, turn) => {
    const call = {
      function: "get_webpage",
      args: { url: `www.page-${turn}.example` },
      id: `call_${no}_${turn}`,
      placeholder_args: null,
    };
    return [
      { role: "assistant", content: block(60), tool_calls: [call] },
      {
        role: "tool",
        content: block(140),
        tool_call_id: call.id,
        tool_call: call,
        error: null,
      },
    ];
  });
  return {
    suite_name: "workspace",
    pipeline_name: `model-${no % 2}`,
    user_task_id: `user_task_${Math.floor(no / 2) % 100}`,
    injection_task_id: `injection_task_${Math.floor(no / 200)}`,
    attack_type: "important_instructions",
    injections: { injection_page: words(random, 60) },
    messages: [
      { role: "system", content: block(120) },
      { role: "user", content: block(40) },
      ...turns.flat(),
      { role: "assistant", content: block(60), tool_calls: [] },
    ],
    error: null,
    benchmark_version: "v1.2.2",
    evaluation_timestamp: "2026-04-19 15:25:24",
    agentdojo_package_version: "0.1.35",
    duration: Math.round(random() * 6000) / 100,
    utility: random() < 0.6,
    security: random() < 0.2,
  };
}

function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
}

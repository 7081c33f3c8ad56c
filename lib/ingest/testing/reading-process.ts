// A process that reads a made source of any size as an import does, and says what it took: for the test
// of its memory. Nothing of the source is ever on a disk. Arguments: form, bytes, milliseconds of a pause
// at every hundredth record, as a slow database would make.
import { setTimeout as wait } from "node:timers/promises";
import type { Source } from "@/lib/importers/importer";
import { recogniseSource } from "@/lib/importers/recognise";
import { readAhead } from "../read-ahead";
import { nativeText } from "./native-text";

const [, , form = "", size = "", pause = "0"] = process.argv;
const CHUNK_BYTES = 128 * 1024;
const TEXT = "The agent reads its mail and answers what was asked, line by line. ".repeat(15);
const MESSAGES = 60;

function native(no: number): string {
  const events = Array.from({ length: MESSAGES }, () => ({ kind: "message", text: TEXT }));
  return `${JSON.stringify({ type: "episode", arm: "on", case: "k1", replica: no, termination: "task_done", events })}\n`;
}

function tau(no: number): string {
  const traj = Array.from({ length: MESSAGES }, () => ({ role: "user", content: TEXT }));
  return `${no === 0 ? "[" : ","}${JSON.stringify({ task_id: no, trial: 0, reward: 1, info: {}, traj })}`;
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  const ofArray = form === "array";
  let waiting = ofArray ? "" : nativeText({ episodes: [], end: false });
  let bytes = 0;
  for (let no = 0; bytes < Number(size); no += 1) {
    waiting += ofArray ? tau(no) : native(no);
    while (waiting.length >= CHUNK_BYTES) {
      yield Buffer.from(waiting.slice(0, CHUNK_BYTES));
      bytes += CHUNK_BYTES;
      waiting = waiting.slice(CHUNK_BYTES);
    }
  }
  yield Buffer.from(`${waiting}${ofArray ? "]" : '{"type":"end"}\n'}`);
}

const source: Source = {
  name: "made",
  async *files() {
    yield { path: "made.json", sizeBytes: Number(size), open: chunks };
  },
};

const found = await recogniseSource(source);
if ("refusal" in found) throw new Error(found.refusal);
const began = performance.now();
let episodes = 0;
let issues = 0;
let highest = 0;
let lowest = Number.POSITIVE_INFINITY;
for await (const item of readAhead(found.importer.read(source, {}))) {
  if (item.kind === "issue") issues += 1;
  if (item.kind !== "record" || item.record.type !== "episode") continue;
  episodes += 1;
  if (episodes % 100 !== 0) continue;
  if (Number(pause) > 0) await wait(Number(pause));
  // What it takes once it has warmed up.
  if (episodes < 1000) continue;
  const { rss } = process.memoryUsage();
  highest = Math.max(highest, rss);
  lowest = Math.min(lowest, rss);
}
const seconds = (performance.now() - began) / 1000;
const MIB = 2 ** 20;
process.stdout.write(
  JSON.stringify({
    format: found.importer.id,
    episodes,
    issues,
    seconds,
    // maxRSS is in KiB on every platform (libuv).
    peakMib: process.resourceUsage().maxRSS / 1024,
    spreadMib: (highest - lowest) / MIB,
  }),
);

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureProject, findProject, type OpenProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import startTestServer from "@/db/testing/global-setup";
import { openTestDatabase } from "@/db/testing/test-database";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { chosenArms, comparisonAnswer } from "@/lib/answers/comparison-answer";
import { episodesAnswer, FIRST_ROWS_MS } from "@/lib/answers/episodes-answer";
import { historyAnswer } from "@/lib/answers/history-answer";
import { makeNative } from "./ingest-data";
import { COMMON_WORD, makeProject, RARE_WORD } from "./pages-data";
import { pagesDuringImports } from "./pages-during-import";
import { fetchPage, PAGES, paint, startServed, type Served } from "./pages-served";
import { median, quantile } from "./quantile";

/**
 * `npm run bench:pages`: what pages cost on a project of 1,000,000 episodes over 20 campaigns beside one of
 * 1,000 in the same database, in turns: the answers behind them, then the pages as the production server
 * sends them, then what a browser makes of them. The bars: a median of at most 1.5 times the small
 * project's and under 100 ms, 300 ms for the episodes of a filter; 250 kB of compressed JavaScript; a first
 * paint of the campaign page within 1 s (of the others it is told); shifts of 0.05; and 500 ms for 95 of 100
 * pages while two imports run.
 * A number as argument makes the large project smaller.
 */
const SMALL = 1000;
const LARGE = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 15;
const PAINTS = 7;
const BAR = {
  ratio: 1.5,
  ms: 100,
  filterMs: 300,
  scriptKb: 250,
  firstPaintMs: 1000,
  shift: 0.05,
  meanwhileMs: 500,
};
/** Episodes of the files that are imported meanwhile: different numbers make different files. */
const IMPORTED = [30_000, 30_001];

type Measured = [name: string, ask: (project: OpenProject) => Promise<unknown>, barMs?: number];

const FILTERS: Record<string, EpisodeFilter> = {
  unfiltered: {},
  termination: { termination: "agent_refused" },
  outcome: { outcome: "attack_success" },
  arm: { arm: "on" },
  attack: { attack: "attack-7" },
  tool: { tool: "run_code" },
  decision: { decision: "deny" },
  marker: { marker: "arguments" },
  alarm: { alarm: true },
  case: { case: "case-3" },
  "common text": { text: COMMON_WORD },
  "rare text": { text: RARE_WORD },
};

const stop = await startTestServer();
const database = await openTestDatabase();
try {
  await makeProject(database, "small", SMALL);
  await makeProject(database, "large", LARGE);
  // What the server does by itself after so many rows, done before the clock runs: pages are what is measured.
  await database.owner`vacuum (analyze)`;
  await database.owner`checkpoint`;
  const [small, large] = await Promise.all([projectNamed("small"), projectNamed("large")]);
  await measure("answer", answers(), small, large);
  const served = await startServed(database.url);
  try {
    await measure("page, as sent", pages(served), small, large);
    await printPainted(served);
    await printMeanwhile(served);
  } finally {
    await served.stop();
  }
  console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`);
} finally {
  await database.drop();
  await stop();
}

async function projectNamed(slug: string): Promise<OpenProject> {
  const project = await findProject(database.db, slug);
  if (project === null) throw new Error(`the project ${slug} is missing`);
  return opened(project);
}

function answers(): Measured[] {
  const { db } = database;
  const first = { after: null, limit: 100, ms: FIRST_ROWS_MS };
  return [
    ["campaigns", (project) => historyAnswer(db, project)],
    ["campaign", (project) => campaignAnswer(db, project, "nightly-20")],
    ["compare", compareAnswer],
    ...Object.entries(FILTERS).map(([name, filter]): Measured => [
      `episodes, ${name}`,
      (project) => episodesAnswer(db, project, filter, first),
      Object.keys(filter).length === 0 ? BAR.ms : BAR.filterMs,
    ]),
  ];
}

async function compareAnswer(project: OpenProject): Promise<void> {
  const named = { baseline: ["nightly-20/off"], candidate: ["nightly-20/on"] };
  const choices = await chosenArms(database.db, project, named);
  const side = (key: string) => choices.filter((choice) => choice.arm.key === key);
  const sides = { baseline: side("off"), candidate: side("on") };
  // Nothing compared would be the fastest of all.
  if ((await comparisonAnswer(database.db, project, sides)) === null)
    throw new Error("the arms to compare are missing");
}

function pages(served: Served): Measured[] {
  return Object.entries(PAGES).map(([name, path]) => [
    name,
    (project) => fetchPage(served, project.slug, path),
  ]);
}

async function measure(
  title: string,
  cases: readonly Measured[],
  small: OpenProject,
  large: OpenProject,
): Promise<void> {
  print(title, ["1,000 ms", `${LARGE} ms`, "ratio", "p95 ms"]);
  for (const [name, ask, barMs = BAR.ms] of cases) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let round = -2; round < ROUNDS; round += 1)
      for (const [size, project] of [
        ["small", small],
        ["large", large],
      ] as const) {
        const began = performance.now();
        await ask(project);
        if (round >= 0) times[size].push(performance.now() - began);
      }
    const [one, other] = [median(times.small), median(times.large)];
    const isOver = other / one > BAR.ratio || other > barMs;
    const figures = [one, other].map((ms) => ms.toFixed(1));
    const p95 = quantile(times.large, 0.95).toFixed(1);
    print(name, [...figures, (other / one).toFixed(2), p95], isOver);
  }
}

async function printPainted(served: Served): Promise<void> {
  print("in Chromium, large", ["script kB", "paint ms", "shift"]);
  for (const { name, scriptKb, firstPaintMs, shift } of await paint(served, "large", PAINTS)) {
    const isLate = name === "campaign" && firstPaintMs > BAR.firstPaintMs;
    const isOver = scriptKb > BAR.scriptKb || isLate || shift > BAR.shift;
    print(name, [scriptKb.toFixed(0), firstPaintMs.toFixed(0), shift.toFixed(3)], isOver);
  }
}

/** Two imports at once, the most that run: what the pages of the large project take beside them. */
async function printMeanwhile(served: Served): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-bench-imports-"));
  try {
    await ensureProject(database.db, "imported", "Imported");
    const files: string[] = [];
    for (const [no, episodes] of IMPORTED.entries())
      files.push((await makeNative(join(folder, `${no}.jsonl`), episodes)).path);
    print("while two imports run", ["asked", "median ms", "p95 ms"]);
    const found = await pagesDuringImports(served, "large", { into: "imported", files });
    for (const { name, times } of found) {
      const p95 = quantile(times, 0.95);
      const cells = [String(times.length), median(times).toFixed(0), p95.toFixed(0)];
      print(name, cells, p95 > BAR.meanwhileMs);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(name: string, cells: readonly string[], isOver = false): void {
  const padded = cells.map((cell) => cell.padStart(12)).join("");
  console.log(`${name.padEnd(26)}${padded}${isOver ? "  over the bar" : ""}`);
}

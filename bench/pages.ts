import { availableParallelism, loadavg } from "node:os";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import startTestServer from "@/db/testing/global-setup";
import { openTestDatabase } from "@/db/testing/test-database";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { episodesAnswer, FIRST_ROWS_MS } from "@/lib/answers/episodes-answer";
import { historyAnswer } from "@/lib/answers/history-answer";
import { COMMON_WORD, makeProject, RARE_WORD } from "./pages-data";

/**
 * `npm run bench:pages`: server time of the answers behind the pages, on a project of 1,000,000 episodes
 * over 20 campaigns beside one of 1,000 in the same database, in turns. The bars: a median of at most 1.5
 * times the small project's, and under 100 ms. A number as argument makes the large project smaller.
 */
const SMALL = 1000;
const LARGE = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 15;
const BAR = { ratio: 1.5, ms: 100 };

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
  await database.sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`analyze`;
  });
  const { db } = database;
  const [small, large] = await Promise.all([findProject(db, "small"), findProject(db, "large")]);
  if (small === null || large === null) throw new Error("the projects are missing");
  const first = { after: null, limit: 100, ms: FIRST_ROWS_MS };
  const cases: [string, (project: OpenProject) => Promise<unknown>][] = [
    ["campaigns", (project) => historyAnswer(db, project)],
    ["campaign", (project) => campaignAnswer(db, project, "nightly-20")],
    ...Object.entries(FILTERS).map(([name, filter]): (typeof cases)[number] => [
      `episodes, ${name}`,
      (project) => episodesAnswer(db, project, filter, first),
    ]),
  ];
  console.log(
    `${"answer".padEnd(26)}${"1,000".padStart(10)}${String(LARGE).padStart(10)}     ratio       p95`,
  );
  for (const [name, answer] of cases) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let round = -2; round < ROUNDS; round += 1)
      for (const [size, project] of [
        ["small", opened(small)],
        ["large", opened(large)],
      ] as const) {
        const began = performance.now();
        await answer(project);
        if (round >= 0) times[size].push(performance.now() - began);
      }
    const [one, other] = [at(times.small, 0.5), at(times.large, 0.5)];
    const over = other / one > BAR.ratio || other > BAR.ms ? "  over the bar" : "";
    console.log(
      `${name.padEnd(26)}${one.toFixed(1).padStart(10)}${other.toFixed(1).padStart(10)}${(other / one).toFixed(2).padStart(10)}${at(times.large, 0.95).toFixed(1).padStart(10)}${over}`,
    );
  }
  console.log(`ms; load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`);
} finally {
  await database.drop();
  await stop();
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

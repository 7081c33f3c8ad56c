import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { readRecordBytes } from "@/db/queries/episode-detail-bytes";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { memorySource } from "@/lib/importers/memory-source";
import { seededRandom } from "@/lib/stats/seeded-random";
import { figure } from "@/lib/testing/security-figure";
import { ingestSource } from "./ingest-source";
import { nativeText } from "./testing/native-text";

const EPISODES = 10_000;

/** What JSON may spell and a database, or a parser, would lose or alter; the flag that its loss carries. */
const ODDITIES: readonly { json: string; flag: "had_nul" | "had_lone_surrogate" | null }[] = [
  { json: String.raw`"a\u0000b"`, flag: "had_nul" },
  { json: String.raw`"\ud800 alone"`, flag: "had_lone_surrogate" },
  { json: String.raw`"\udc00\ud800"`, flag: "had_lone_surrogate" },
  { json: '"\u202eevil\u2066\u2069"', flag: null },
  { json: String.raw`"\u202E\u200b\ufeff"`, flag: null },
  { json: '{"a":1,"a":2}', flag: null },
  { json: "1e400", flag: null },
  { json: "12345678901234567890", flag: null },
  { json: "1.10", flag: null },
  { json: "-0.0", flag: null },
  { json: '{"__proto__":{"x":1},"constructor":2}', flag: null },
  { json: '"é\u0301 \u{1f600} \\/ \\u00e9"', flag: null },
];

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

test("A1: each of 10,000 odd records is stored bit for bit, and what its view lost is flagged", async () => {
  const scope = await database.newProject();
  const { projectId } = scope;
  const random = seededRandom(11);
  const pick = () => ODDITIES[Math.floor(random() * ODDITIES.length)] ?? ODDITIES[0];
  const flags: (string | null)[] = [];
  const lines = Array.from({ length: EPISODES }, (_, no) => {
    const odd = pick();
    const blanks = " ".repeat(Math.floor(random() * 3));
    // In the text that lists show, or anywhere else; a number stands where any value may.
    const isText = odd?.json.startsWith('"') === true;
    flags.push(odd?.flag ?? null);
    const where = isText ? `"terminationDetail":${odd?.json}` : `"oddity":${blanks}${odd?.json}`;
    return `{"type":"episode",${blanks}"arm":"on","case":"k1","replica":${no},"termination":"task_done",${where}}`;
  });
  const text = nativeText({ key: "odd", episodes: lines });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const result = await ingestSource({ database, projectId, source, options: {} });
  expect(result).toMatchObject({ state: "done", counts: { episodes: EPISODES, refused: 0 } });
  const campaign = await findCampaign(database.db, scope, "odd");
  const campaignId = campaign?.id ?? "";

  const stored = await database.sql<{ seq: number; sha: string; nul: boolean; half: boolean }[]>`
    select e.seq, encode(sha256(r.raw), 'hex') as sha, e.had_nul as nul, e.had_lone_surrogate as half
    from episodes e join episode_records r on r.campaign_id = e.campaign_id and r.seq = e.seq
    where e.campaign_id = ${campaignId} order by e.seq`;
  const wanted = lines.map((line) => createHash("sha256").update(line).digest("hex"));
  expect(stored.map(({ sha }) => sha)).toEqual(wanted);
  const flagged = stored.map(({ nul, half }) =>
    nul ? "had_nul" : half ? "had_lone_surrogate" : null,
  );
  expect(flagged).toEqual(flags);
  // And they come out as they are stored.
  for (let seq = 1; seq <= EPISODES; seq += 97) {
    const bytes = await readRecordBytes(database.sql, scope, campaignId, seq);
    expect(Buffer.from(bytes ?? []).toString("utf8")).toBe(lines[seq - 1]);
  }
  const losses = flags.filter((flag) => flag !== null).length;
  await figure(
    "A1",
    `${EPISODES} of ${EPISODES} with the input's SHA-256; ${losses} of ${losses} losses of the view flagged`,
  );
}, 180_000);

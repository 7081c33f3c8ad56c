import { isDeepStrictEqual } from "node:util";
import type { ArmRecord, CampaignRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { aftermath } from "@/lib/importers/aftermath";
import type { Source } from "@/lib/importers/importer";
import type { CampaignScope, Numbered } from "@/lib/ingest/campaign-roster";
import { CampaignTallies } from "@/lib/ingest/campaign-tallies";
import { facetDrift } from "@/lib/ingest/facet-counts";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { sanitise } from "@/lib/ingest/sanitise";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";

/**
 * Reads a campaign's stored records as the native file that they are, scores every episode again and holds
 * the stored tallies, from which every rate is computed, and the counts of the lists' filters against what
 * comes of it.
 *
 * @returns one sentence that says what differs; null when nothing does
 */
export async function recomputeFigures(
  tx: Transaction,
  scope: CampaignScope,
): Promise<string | null> {
  const stored = await storedTallies(tx, scope);
  const made = await madeTallies(tx, scope);
  const cells = new Set([...stored.keys(), ...made.keys()]);
  const other = [...cells].filter((cell) => !isDeepStrictEqual(stored.get(cell), made.get(cell)));
  if (other.length > 0)
    return `${other.length} of ${cells.size} tallies do not follow from the records.`;
  return recountFacets(tx, scope);
}

/** Holds the counts of the lists' filters against the rows that they count; a sentence, or null. */
export async function recountFacets(tx: Transaction, scope: CampaignScope): Promise<string | null> {
  const drift = await facetDrift(tx, scope);
  return drift === 0 ? null : `${drift} counts of the filters do not follow from the rows.`;
}

async function storedTallies(tx: Transaction, { projectId, campaignId }: CampaignScope) {
  const rows = await tx<{ arm: number; case: number; body: Tally }[]>`
    select arm_no as arm, case_no as case, body from tallies
    where project_id = ${projectId} and campaign_id = ${campaignId}`;
  return new Map(rows.map((row) => [`${row.arm}/${row.case}`, row.body]));
}

/** By cell, as JSON has them, which knows neither `undefined` nor a negative zero. */
async function madeTallies(tx: Transaction, scope: CampaignScope): Promise<Map<string, unknown>> {
  const [campaign] = await tx<{ record: CampaignRecord }[]>`
    select record from campaigns where id = ${scope.campaignId}`;
  const arms = new Map<string, Numbered<ArmRecord>>();
  const cases = new Map<string, Numbered<CaseRecord>>();
  const tallies = new CampaignTallies();
  const episodeOf = (record: EpisodeRecord) => {
    const [arm, testCase] = [arms.get(record.arm), cases.get(record.case)];
    if (arm === undefined || testCase === undefined) return;
    const context = { arm: arm.record, case: testCase.record, manifest: campaign?.record.manifest };
    tallies.add(arm, testCase, scoreEpisode(record, context));
  };
  for await (const item of aftermath.read(recordsOf(tx, scope), {})) {
    if (item.kind !== "record") continue;
    const record = sanitise(item.record, { nul: false, loneSurrogate: false });
    if (record.type === "arm") name(arms, record);
    else if (record.type === "case") name(cases, record);
    else if (record.type === "episode") episodeOf(record);
  }
  return new Map(
    [...tallies.cells()].map(({ armNo, caseNo, body }) => [
      `${armNo}/${caseNo}`,
      JSON.parse(JSON.stringify(body)),
    ]),
  );
}

/** The first definition stands, and has the number that it came with. */
function name<Item extends { key: string }>(known: Map<string, Numbered<Item>>, record: Item) {
  if (!known.has(record.key)) known.set(record.key, { no: known.size + 1, record });
}

/** The stored records, the campaign's own before the episodes', a line each. */
function recordsOf(tx: Transaction, { campaignId }: CampaignScope): Source {
  const LF = Buffer.from("\n");
  async function* lines(): AsyncGenerator<Uint8Array> {
    const own = tx<{ raw: Uint8Array | null }[]>`
      select raw from campaign_records where campaign_id = ${campaignId} and type <> 'end'
      order by record_no`;
    for await (const rows of own.cursor(200))
      yield Buffer.concat(rows.flatMap(({ raw }) => (raw === null ? [] : [raw, LF])));
    const episodes = tx<{ raw: Uint8Array | null }[]>`
      select raw from episode_records where campaign_id = ${campaignId} order by seq`;
    for await (const rows of episodes.cursor(50))
      yield Buffer.concat(rows.flatMap(({ raw }) => (raw === null ? [] : [raw, LF])));
  }
  return {
    name: "records",
    async *files() {
      yield { path: "records.jsonl", sizeBytes: 0, open: lines };
    },
  };
}

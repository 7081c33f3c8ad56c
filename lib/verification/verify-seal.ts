import { createHash, hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { LOST_PROOF } from "@/lib/format/no-proof-sentence";
import { EMPTIED_TABLES } from "@/lib/ingest/dropped-content";
import { tableDigests } from "@/lib/ingest/seal-campaign";
import { SEALED_FORM, type CAMPAIGN_TABLES } from "@/lib/ingest/sealed-tables";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { readManifest, type CampaignManifest } from "@/lib/integrity/campaign-manifest";
import { hex } from "@/lib/integrity/hex";
import { readRemains, type Remains } from "@/lib/integrity/remains";
import type { Finding, FindingKind, VerifiedCampaign } from "./finding";
import { verifyEpisodes, type Watching } from "./verify-campaign";
import { verifyEmptied } from "./verify-emptied";
import type { LoggedCampaign, VerifiedLog } from "./verify-log";

type CampaignRow = {
  id: string;
  projectId: string;
  slug: string;
  episodes: number;
  importId: string;
  /** Whether a row of its proof is filed under another project, where nobody who looks for it finds it. */
  isAstray: boolean;
  root: Uint8Array | null;
  manifest: string | null;
  /** As the row says that dropped the content; all null: there is none. */
  droppedAt: string | null;
  droppedBy: string | null;
  dropReason: string | null;
  droppedRecords: number | null;
  droppedBytes: number | null;
  remains: string | null;
};

export async function campaignRows(
  tx: Transaction,
  campaignId: string | null,
): Promise<CampaignRow[]> {
  return tx<CampaignRow[]>`
    select c.id, c.project_id as "projectId", c.slug, c.episode_count as episodes,
      c.import_id as "importId", s.root, s.manifest,
      exists (select from (
        select campaign_id, project_id from campaign_seals
        union all select campaign_id, project_id from leaf_blocks
        union all select campaign_id, project_id from content_drops
        union all select campaign_id, project_id from emptied_blocks
      ) of_it where of_it.campaign_id = c.id and of_it.project_id <> c.project_id) as "isAstray",
      log_instant(d.dropped_at) as "droppedAt", d.dropped_by as "droppedBy", d.reason as "dropReason",
      d.records as "droppedRecords", d.bytes::float8 as "droppedBytes", d.remains
    from campaigns c left join campaign_seals s on s.campaign_id = c.id
    left join content_drops d on d.campaign_id = c.id
    where ${campaignId === null ? tx`true` : tx`c.id = ${campaignId}`} order by c.id`;
}

/** Holds everything that is stored of one campaign against its seal, and the seal against the log. */
export async function verifySealed(
  tx: Transaction,
  row: CampaignRow,
  log: Pick<VerifiedLog, "before" | "campaigns">,
  watching: Watching = {},
): Promise<VerifiedCampaign> {
  const { id, slug, episodes } = row;
  const logged = log.campaigns.get(id);
  const findings: Finding[] = [];
  const wrong = (kind: FindingKind, message: string) => findings.push({ kind, seq: null, message });
  const emptied = logged?.emptied ?? null;
  const dropped =
    emptied === null
      ? null
      : {
          at: emptied.at,
          by: emptied.by,
          why: emptied.why,
          records: emptied.records,
          bytes: emptied.bytes,
        };
  const about = { id, slug, episodes, dropped, findings };
  if (row.root === null || row.manifest === null) {
    if (log.before.has(id) && logged === undefined) {
      checkDrop(row, null, wrong);
      return { ...about, state: findings.length === 0 ? "unsealed" : "changed", root: null };
    }
    wrong("seal", LOST_PROOF.seal_gone);
    return { ...about, state: "changed", root: null };
  }
  if (row.isAstray) wrong("seal", "A row of its proof is filed under another project.");
  const root = hex(row.root);
  const manifest = readManifest(row.manifest);
  if (manifest === null) wrong("manifest", "Its manifest cannot be read.");
  else {
    checkManifest(row, { root, manifest, logged: logged ?? null }, wrong);
    const remains = checkDrop(row, emptied, wrong);
    await checkTables(tx, row, { ...manifest.tables, ...remains?.tables }, wrong);
    await checkImport(tx, row, manifest, wrong);
    if (emptied === null) await checkSources(tx, id, wrong);
    else await checkNoSources(tx, id, wrong);
    const seal = { id, root: row.root, manifest };
    if (manifest.form !== SEALED_FORM)
      wrong(
        "manifest",
        `It was sealed in form ${manifest.form}, which this version does not know.`,
      );
    else if (emptied === null) findings.push(...(await verifyEpisodes(tx, seal, watching)));
    else if (remains !== null) findings.push(...(await verifyEmptied(tx, seal, remains, watching)));
  }
  const sound = dropped === null ? "proven" : "dropped";
  return { ...about, root, state: findings.length === 0 ? sound : "changed" };
}

type Wrong = (kind: FindingKind, message: string) => void;

function checkManifest(
  row: CampaignRow,
  seen: { root: string; manifest: CampaignManifest; logged: LoggedCampaign | null },
  wrong: Wrong,
): void {
  const { root, manifest, logged } = seen;
  const sealed = logged?.sealed ?? null;
  const digest = hash("sha256", row.manifest ?? "", "hex");
  if (sealed === null) wrong("log", LOST_PROOF.entry_gone);
  else if (sealed.manifest !== digest)
    wrong("manifest", "Its manifest is not the one that the log has the digest of.");
  else if (sealed.root !== root) wrong("root", "Its root is not the one in the log.");
  if (logged !== null && logged.deleted !== null)
    wrong("log", `The log says that it was deleted at ${logged.deleted.at}.`);
  const { campaign, project, episodes } = manifest;
  if (manifest.root !== root || campaign !== row.id || project !== row.projectId)
    wrong("manifest", "Its manifest is of another campaign or root.");
  if (episodes !== row.episodes)
    wrong("table", `It says ${row.episodes} episodes, and ${episodes} were sealed.`);
}

/**
 * Holds the row that says that the content was dropped against the log, which decides: content that is gone
 * without its entry was taken.
 *
 * @returns what the row says is left, where it is of this campaign; null: its content was not dropped, or the
 *   row is none of this
 */
function checkDrop(
  row: CampaignRow,
  emptied: LoggedCampaign["emptied"],
  wrong: Wrong,
): Remains | null {
  if (emptied === null) {
    if (row.remains !== null)
      wrong("dropped", "A row says that its content was dropped, and the log does not.");
    return null;
  }
  const remains = row.remains === null ? null : readRemains(row.remains, EMPTIED_TABLES);
  const isSame =
    row.droppedAt === emptied.at &&
    row.droppedBy === emptied.by &&
    row.dropReason === emptied.why &&
    row.droppedRecords === emptied.records &&
    row.droppedBytes === emptied.bytes &&
    hash("sha256", row.remains ?? "", "hex") === emptied.remains;
  const isOfThis =
    remains !== null &&
    remains.campaign === row.id &&
    remains.episodes === row.episodes &&
    remains.form === SEALED_FORM &&
    remains.manifest === hash("sha256", row.manifest ?? "", "hex");
  if (!isSame || !isOfThis)
    wrong(
      "dropped",
      `Its content was dropped by ${emptied.by} on ${emptied.at}, and its row does not say so as the log does.`,
    );
  return isOfThis ? remains : null;
}

async function checkTables(
  tx: Transaction,
  row: CampaignRow,
  tables: CampaignManifest["tables"],
  wrong: Wrong,
): Promise<void> {
  const now = await tableDigests(tx, row.id);
  const altered = Object.entries(TABLE_WORDS).filter(
    ([name]) => !isDeepStrictEqual(tables[name], now[name]),
  );
  if (altered.length > 0)
    wrong("table", `Not as they were sealed: ${altered.map(([, words]) => words).join(", ")}.`);
}

async function checkImport(
  tx: Transaction,
  row: CampaignRow,
  manifest: CampaignManifest,
  wrong: Wrong,
): Promise<void> {
  const [found] = await tx<{ counts: CampaignManifest["import"]; reading: Reading }[]>`
    select
      json_build_object('id', id, 'refused', refused, 'recoded', recoded, 'warnings', warnings) as counts,
      json_build_object('campaign', campaign_id, 'project', project_id, 'fingerprint', fingerprint,
        'importer', json_build_object('id', format, 'version', importer_version, 'options', options)) as reading
    from imports where id = ${row.importId}`;
  if (found === undefined) return wrong("table", "The import that it came by is gone.");
  if (!isDeepStrictEqual(found.counts, manifest.import))
    wrong("table", "Its import counts other refused or recoded records than were sealed.");
  const { campaign, project, fingerprint, importer } = manifest;
  if (!isDeepStrictEqual(found.reading, { campaign, project, fingerprint, importer }))
    wrong(
      "table",
      "Its import names another source, or another way of reading it, than were sealed.",
    );
}

/** What an import says of where a campaign came from: pages name it, and so does "already imported as". */
type Reading = Pick<CampaignManifest, "campaign" | "project" | "fingerprint" | "importer">;

const TABLE_WORDS: Record<keyof typeof CAMPAIGN_TABLES, string> = {
  campaign: "its own facts",
  records: "its own records",
  arms: "its arms",
  attacks: "its attacks",
  cases: "its cases",
  tallies: "the tallies that rates are computed from",
  facetCounts: "the counts that lists filter by",
  sourceFiles: "the list of its source files",
};

/** The kept bytes of each file against the digest in `source_files`, which the manifest covers. */
async function checkSources(tx: Transaction, campaignId: string, wrong: Wrong): Promise<void> {
  const files = await tx<{ no: number; path: string; sha256: Uint8Array; chunks: number }[]>`
    select file_no as no, path, sha256, chunks from source_files
    where campaign_id = ${campaignId} and chunks > 0 order by file_no`;
  for (const file of files) {
    const digest = createHash("sha256");
    let isWhole = true;
    for (let chunk = 1; chunk <= file.chunks; chunk += 1) {
      const [row] = await tx<{ gzip: Uint8Array }[]>`
        select gzip from source_chunks
        where campaign_id = ${campaignId} and file_no = ${file.no} and chunk_no = ${chunk}`;
      const plain = row === undefined ? null : unpacked(row.gzip);
      if (plain === null) isWhole = false;
      else digest.update(plain);
    }
    if (isWhole && Buffer.compare(digest.digest(), file.sha256) === 0) continue;
    return wrong("source", `The kept bytes of source file ${file.no} are not those that came.`);
  }
}

/** A chunk has at most 1 MiB unpacked (kept-source.ts); null for what is no such chunk any more. */
function unpacked(gzip: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(gzip, { maxOutputLength: 2 ** 20 });
  } catch {
    return null;
  }
}

async function checkNoSources(tx: Transaction, campaignId: string, wrong: Wrong): Promise<void> {
  const kept = await tx`select from source_chunks where campaign_id = ${campaignId} limit 1`;
  if (kept.length > 0) wrong("source", "A source file has bytes, and its content was dropped.");
}

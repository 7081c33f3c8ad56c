import { createHash, hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { tableDigests } from "@/lib/ingest/seal-campaign";
import { SEALED_FORM, type CAMPAIGN_TABLES } from "@/lib/ingest/sealed-tables";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { readManifest, type CampaignManifest } from "@/lib/integrity/campaign-manifest";
import type { Finding, FindingKind, VerifiedCampaign } from "./finding";
import { verifyEpisodes } from "./verify-campaign";
import type { LoggedCampaign, VerifiedLog } from "./verify-log";

type CampaignRow = {
  id: string;
  projectId: string;
  slug: string;
  episodes: number;
  importId: string;
  root: Uint8Array | null;
  manifest: string | null;
};

export async function campaignRows(
  tx: Transaction,
  campaignId: string | null,
): Promise<CampaignRow[]> {
  return tx<CampaignRow[]>`
    select c.id, c.project_id as "projectId", c.slug, c.episode_count as episodes,
      c.import_id as "importId", s.root, s.manifest
    from campaigns c left join campaign_seals s on s.campaign_id = c.id
    where ${campaignId === null ? tx`true` : tx`c.id = ${campaignId}`} order by c.id`;
}

/** Holds everything that is stored of one campaign against its seal, and the seal against the log. */
export async function verifySealed(
  tx: Transaction,
  row: CampaignRow,
  log: Pick<VerifiedLog, "before" | "campaigns">,
  onProgress?: (episodes: number) => void,
): Promise<VerifiedCampaign> {
  const { id, slug, episodes } = row;
  const logged = log.campaigns.get(id);
  const findings: Finding[] = [];
  const wrong = (kind: FindingKind, message: string) => findings.push({ kind, seq: null, message });
  const about = { id, slug, episodes, findings };
  if (row.root === null || row.manifest === null) {
    if (log.before.has(id) && logged === undefined)
      return { ...about, state: "unsealed", root: null };
    wrong(
      "seal",
      "Its seal is gone: the log says that it has one, or that it came when all had one.",
    );
    return { ...about, state: "changed", root: null };
  }
  const root = Buffer.from(row.root).toString("hex");
  const manifest = readManifest(row.manifest);
  if (manifest === null) wrong("manifest", "Its manifest cannot be read.");
  else {
    checkManifest(row, { root, manifest, logged: logged ?? null }, wrong);
    await checkTables(tx, row, manifest, wrong);
    await checkSources(tx, id, wrong);
    if (manifest.form === SEALED_FORM)
      findings.push(...(await verifyEpisodes(tx, { id, root: row.root, manifest }, onProgress)));
    else
      wrong(
        "manifest",
        `It was sealed in form ${manifest.form}, which this version does not know.`,
      );
  }
  return { ...about, root, state: findings.length === 0 ? "proven" : "changed" };
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
  if (sealed === null) wrong("log", "The log does not say that it was sealed.");
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

async function checkTables(
  tx: Transaction,
  row: CampaignRow,
  manifest: CampaignManifest,
  wrong: Wrong,
): Promise<void> {
  const now = await tableDigests(tx, row.id);
  const altered = Object.entries(TABLE_WORDS).filter(
    ([name]) => !isDeepStrictEqual(manifest.tables[name], now[name]),
  );
  if (altered.length > 0)
    wrong("table", `Not as they were sealed: ${altered.map(([, words]) => words).join(", ")}.`);
  const [from] = await tx<CampaignManifest["import"][]>`
    select id, refused, recoded, warnings from imports where id = ${row.importId}`;
  if (from === undefined) wrong("table", "The import that it came by is gone.");
  else if (!isDeepStrictEqual({ ...from }, manifest.import))
    wrong("table", "Its import counts other refused or recoded records than were sealed.");
}

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

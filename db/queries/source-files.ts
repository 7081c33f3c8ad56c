import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { episodeRecords } from "@/db/schema/episode-records";
import { imports } from "@/db/schema/imports";
import { sourceChunks } from "@/db/schema/source-chunks";
import { sourceFiles } from "@/db/schema/source-files";
import type { ContentDrop } from "@/lib/domain/content-drop";
import { dropOf } from "./content-drops";

/** A file that a campaign was read from. Size and digest are of the bytes with credentials masked. */
export type SourceFileRow = {
  fileNo: number;
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  /** How many credentials were masked in it. */
  masked: number;
  /** Its bytes can be downloaded. */
  kept: boolean;
};

export type SourceFiles = {
  /** The first ones, in the order of the source. */
  files: SourceFileRow[];
  /** Of all of them. */
  count: number;
  keptCount: number;
  masked: number;
  sizeBytes: number;
};

/** Where an episode's record came from; each part is null when it is not known. */
export type EpisodeSource = {
  /** Id of the importer. */
  format: string | null;
  path: string | null;
  /** From 1. */
  line: number | null;
  /** Path within JSON. */
  jsonPath: string | null;
  /** Null when no such file is noted, as for a campaign that was sent live. */
  file: SourceFileRow | null;
};

const columns = {
  fileNo: sourceFiles.fileNo,
  path: sourceFiles.path,
  sizeBytes: sourceFiles.sizeBytes,
  sha256: sql<string>`encode(${sourceFiles.sha256}, 'hex')`,
  masked: sourceFiles.masked,
  // An empty file has no chunk, and nothing that could be missing.
  kept: sql<boolean>`${sourceFiles.chunks} > 0 or ${sourceFiles.sizeBytes} = 0`,
};

/** The first `limit` files of a campaign, and what all of them come to. */
export async function listSourceFiles(
  db: Db,
  scope: Scope,
  campaignId: string,
  limit = 20,
): Promise<SourceFiles> {
  const ofCampaign = and(
    eq(sourceFiles.projectId, scope.projectId),
    eq(sourceFiles.campaignId, campaignId),
  );
  const [files, [sums]] = await Promise.all([
    db
      .select(columns)
      .from(sourceFiles)
      .where(ofCampaign)
      .orderBy(asc(sourceFiles.fileNo))
      .limit(limit),
    db
      .select({
        count: sql<number>`count(*)::int`,
        keptCount: sql<number>`count(*) filter (where ${columns.kept})::int`,
        masked: sql<number>`coalesce(sum(${sourceFiles.masked}), 0)::int`,
        sizeBytes: sql<number>`coalesce(sum(${sourceFiles.sizeBytes}), 0)::float8`,
      })
      .from(sourceFiles)
      .where(ofCampaign),
  ]);
  return { files, ...(sums ?? { count: 0, keptCount: 0, masked: 0, sizeBytes: 0 }) };
}

type KeptFile = SourceFileRow & {
  campaignId: string;
  campaignSlug: string;
  chunks: number;
  /** How its bytes were dropped; null: they were not. */
  dropped: ContentDrop | null;
};

/** One file by its number, with what its chunks are read by; null when there is none. */
export async function findSourceFile(
  db: Db,
  scope: Scope,
  campaignSlug: string,
  fileNo: number,
): Promise<KeptFile | null> {
  const [row] = await db
    .select({
      ...columns,
      chunks: sourceFiles.chunks,
      campaignId: sourceFiles.campaignId,
      campaignSlug: campaigns.slug,
    })
    .from(sourceFiles)
    .innerJoin(
      campaigns,
      and(eq(campaigns.projectId, sourceFiles.projectId), eq(campaigns.id, sourceFiles.campaignId)),
    )
    .where(
      and(
        eq(sourceFiles.projectId, scope.projectId),
        eq(campaigns.slug, campaignSlug),
        eq(sourceFiles.fileNo, fileNo),
      ),
    );
  return row === undefined ? null : { ...row, dropped: await dropOf(db, scope, row.campaignId) };
}

/** The chunk of a file, counted from 1, as gzip; null when it is not there. */
export async function findSourceChunk(
  db: Db,
  scope: Scope,
  place: { campaignId: string; fileNo: number; chunkNo: number },
): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ gzip: sourceChunks.gzip })
    .from(sourceChunks)
    .where(
      and(
        eq(sourceChunks.projectId, scope.projectId),
        eq(sourceChunks.campaignId, place.campaignId),
        eq(sourceChunks.fileNo, place.fileNo),
        eq(sourceChunks.chunkNo, place.chunkNo),
      ),
    );
  return row?.gzip ?? null;
}

/** Where the record of this episode came from; null when there is no such episode. */
export async function sourceOfEpisode(
  db: Db,
  scope: Scope,
  campaignSlug: string,
  seq: number,
): Promise<EpisodeSource | null> {
  const [record] = await db
    .select({
      campaignId: campaigns.id,
      format: imports.format,
      path: episodeRecords.sourceFile,
      line: episodeRecords.sourceLine,
      jsonPath: episodeRecords.sourcePath,
    })
    .from(episodeRecords)
    .innerJoin(
      campaigns,
      and(
        eq(campaigns.projectId, episodeRecords.projectId),
        eq(campaigns.id, episodeRecords.campaignId),
      ),
    )
    .leftJoin(
      imports,
      and(eq(imports.projectId, campaigns.projectId), eq(imports.id, campaigns.importId)),
    )
    .where(
      and(
        eq(episodeRecords.projectId, scope.projectId),
        eq(campaigns.slug, campaignSlug),
        eq(episodeRecords.seq, seq),
      ),
    );
  if (record === undefined) return null;
  const { campaignId, ...place } = record;
  if (place.path === null) return { ...place, file: null };
  const [file] = await db
    .select(columns)
    .from(sourceFiles)
    .where(
      and(
        eq(sourceFiles.projectId, scope.projectId),
        eq(sourceFiles.campaignId, campaignId),
        eq(sourceFiles.path, place.path),
      ),
    )
    .orderBy(asc(sourceFiles.fileNo))
    .limit(1);
  return { ...place, file: file ?? null };
}

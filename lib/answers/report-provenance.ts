import type { CampaignRow } from "@/db/queries/campaigns";
import type { SourceFiles } from "@/db/queries/source-files";
import { VERSION } from "@/lib/domain/version";
import type { ReportMaking, ReportProvenance } from "@/lib/reports/report-document";

/** Where the figures of a campaign come from, as its reports name it. */
export function provenanceOf(
  campaign: CampaignRow,
  sources: SourceFiles,
  seal: ReportProvenance["seal"],
): ReportProvenance {
  const { import: from, dropped } = campaign;
  return {
    slug: campaign.slug,
    key: campaign.key,
    importedAt: campaign.importedAt.toISOString(),
    source: from?.sourceName ?? null,
    format: formatOf(from),
    sha256: from?.fingerprint ?? null,
    refused: from?.refused ?? 0,
    recoded: from?.recoded ?? 0,
    warnings: from?.warnings ?? 0,
    maskedSecrets: sources.masked,
    files: sources.files.map(({ path, sizeBytes, sha256, masked }) => ({
      path,
      sizeBytes,
      sha256,
      masked,
    })),
    fileCount: sources.count,
    dropped:
      dropped === null
        ? null
        : { at: dropped.at.toISOString(), by: dropped.by, reason: dropped.reason },
    seal,
  };
}

/** That a report is made now, by this version. */
export function makingOf(project: { name: string }, at = new Date()): ReportMaking {
  return { project: project.name, at: at.toISOString(), version: VERSION };
}

function formatOf(from: CampaignRow["import"]): string | null {
  if (from === null || from.format === null) return null;
  return `${from.format}, importer ${from.importerVersion ?? "unknown"}`;
}

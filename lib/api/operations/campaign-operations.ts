import { z } from "zod";
import { givenReason } from "@/lib/domain/given-reason";
import { campaignReportAnswer } from "../schemas/campaign-report-schema";
import { campaignSchema } from "../schemas/campaign-schema";
import { deletedCampaignSchema } from "../schemas/deleted-campaign-schema";
import {
  contentGone,
  jsonAnswer,
  noQuery,
  operation,
  pageOf,
  pageQuery,
  reportFiles,
  reportFormat,
  slugParam,
} from "../operation";

const ofCampaign = z.object({ project: slugParam, campaign: slugParam });

export const reasonParam = givenReason.describe(
  "Why, in 1 to 500 characters: kept with what is left, in the log and in the audit log.",
);

export const campaignPageSchema = pageOf(campaignSchema);
export const campaignDeletedSchema = z.object({ name: z.string() });

export const listCampaigns = operation({
  id: "listCampaigns",
  method: "GET",
  path: "/projects/{project}/campaigns",
  tag: "campaigns",
  summary: "Campaigns, newest start first",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: z.strictObject(pageQuery),
  answers: { 200: jsonAnswer("One page", campaignPageSchema) },
});

export const readCampaign = operation({
  id: "readCampaign",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}",
  tag: "campaigns",
  summary: "One campaign",
  needs: ["read"],
  params: ofCampaign,
  query: noQuery,
  answers: { 200: jsonAnswer("The campaign", campaignSchema) },
});

export const deleteCampaign = operation({
  id: "deleteCampaign",
  method: "DELETE",
  path: "/projects/{project}/campaigns/{campaign}",
  tag: "campaigns",
  summary: "Delete a campaign with its episodes; a tombstone stays and says why",
  needs: ["administer"],
  params: ofCampaign,
  query: z.strictObject({ reason: reasonParam }),
  answers: { 200: jsonAnswer("What was deleted", campaignDeletedSchema) },
});

export const deletedCampaignsAnswer = z.object({ items: z.array(deletedCampaignSchema) });

export const listDeletedCampaigns = operation({
  id: "listDeletedCampaigns",
  method: "GET",
  path: "/projects/{project}/deleted-campaigns",
  tag: "campaigns",
  summary: "What is left of campaigns that were deleted or replaced: the last 200, newest first",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: noQuery,
  answers: { 200: jsonAnswer("Their tombstones", deletedCampaignsAnswer) },
});

export const readCampaignReport = operation({
  id: "readCampaignReport",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/report",
  tag: "campaigns",
  summary: "What the campaign's page says",
  description:
    "json: as the page computes it, with policy, denominators, meter checks and the digests of its sources. csv: one figure or fact a line. html: one document without script that requests nothing, to keep or to print.",
  needs: ["read"],
  params: ofCampaign,
  query: z.strictObject({ format: reportFormat }),
  answers: {
    200: {
      description: "The report",
      content: { "application/json": { schema: campaignReportAnswer }, ...reportFiles },
    },
  },
  handsOut: { action: "export.report", of: ["campaign"], formats: ["csv", "html"] },
});

export const exportCampaign = operation({
  id: "exportCampaign",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/export",
  tag: "campaigns",
  summary: "The whole campaign, streamed",
  description:
    "jsonl: every record byte for byte as it was kept, the campaign's first, `end` last where one came; importing it again gives the same campaign. csv: one row an episode.",
  needs: ["read"],
  params: ofCampaign,
  query: z.strictObject({ format: z.enum(["jsonl", "csv"]).default("jsonl") }),
  answers: {
    ...contentGone,
    200: {
      description: "A download",
      content: {
        "application/x-ndjson": { bytes: "A native file of aftermath/1" },
        "text/csv": {
          bytes:
            "RFC 4180, one episode a row; cells that a spreadsheet would compute are made inert",
        },
      },
    },
  },
  handsOut: { action: "export.campaign", of: ["campaign"] },
});

export const proveExport = operation({
  id: "proveExport",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/export/proof",
  tag: "integrity",
  summary: "What the campaign's export as jsonl is held against offline, streamed",
  description:
    "Digests alone: of each record of the export, by line, with the manifest and its way to the signed checkpoint. `aftermath verify --export FILE --proof FILE` checks both without a server. Episodes that a filter holds are proven one by one, by the proof of each.",
  needs: ["read"],
  params: ofCampaign,
  query: noQuery,
  answers: {
    ...contentGone,
    200: {
      description: "A download",
      content: {
        "application/x-ndjson": {
          bytes: "aftermath-export-proof/1, a line for each of the export",
        },
      },
    },
  },
});

export const readSource = operation({
  id: "readSource",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/sources/{file}",
  tag: "campaigns",
  summary: "A source file of the campaign, credentials masked, where its bytes were kept",
  needs: ["read"],
  params: z.object({
    project: slugParam,
    campaign: slugParam,
    file: z.coerce.number().int().min(1).max(1_000_000),
  }),
  query: noQuery,
  answers: {
    ...contentGone,
    200: {
      description: "A download",
      content: { "application/octet-stream": { bytes: "The file" } },
    },
  },
  handsOut: { action: "export.source", of: ["campaign", "file"] },
});

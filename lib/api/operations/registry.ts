import type { Operation } from "../operation";
import {
  deleteCampaign,
  exportCampaign,
  listCampaigns,
  readCampaign,
  readCampaignReport,
  readSource,
  readVerification,
} from "./campaign-operations";
import {
  exportEpisodes,
  listCampaignEpisodes,
  listEpisodes,
  readEpisode,
  readRecord,
} from "./episode-operations";
import {
  cancelImport,
  listImports,
  postImport,
  previewImport,
  readImport,
  readImportIssues,
  startImport,
} from "./import-operations";
import { appendLive, dropLive, listLive, openLive, readLive, sealLive } from "./live-operations";
import { compareArms, listProjects, readDocument, readProject } from "./project-operations";

/** Every operation of the API, in the order of the document. A route without one fails a test. */
export const OPERATIONS: readonly Operation[] = [
  readDocument,
  listProjects,
  readProject,
  compareArms,
  postImport,
  listImports,
  readImport,
  readImportIssues,
  startImport,
  previewImport,
  cancelImport,
  openLive,
  listLive,
  readLive,
  appendLive,
  sealLive,
  dropLive,
  listCampaigns,
  readCampaign,
  deleteCampaign,
  readCampaignReport,
  exportCampaign,
  readVerification,
  readSource,
  listCampaignEpisodes,
  listEpisodes,
  exportEpisodes,
  readEpisode,
  readRecord,
];

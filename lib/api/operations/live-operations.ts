import { z } from "zod";
import { campaignSchema } from "@/lib/domain/records";
import {
  liveAppendedSchema,
  liveCampaignSchema,
  liveOpenedSchema,
  liveSealedSchema,
} from "../schemas/live-schema";
import { idParam, jsonAnswer, noQuery, operation, slugParam } from "../operation";

const ofProject = z.object({ project: slugParam });
const ofLive = z.object({ project: slugParam, live: idParam });

export const liveListSchema = z.object({ items: z.array(liveCampaignSchema) });
export const liveDroppedSchema = z.object({ name: z.string() });

export const openLive = operation({
  id: "openLive",
  method: "POST",
  path: "/projects/{project}/live-campaigns",
  tag: "live campaigns",
  summary: "Open a campaign whose records will be sent as they come",
  needs: ["ingest"],
  idempotent: true,
  params: ofProject,
  query: noQuery,
  body: { "application/json": { schema: campaignSchema } },
  answers: { 201: jsonAnswer("It is open", liveOpenedSchema) },
});

export const listLive = operation({
  id: "listLive",
  method: "GET",
  path: "/projects/{project}/live-campaigns",
  tag: "live campaigns",
  summary: "Campaigns that are still being sent, newest first",
  needs: ["read"],
  params: ofProject,
  query: noQuery,
  answers: { 200: jsonAnswer("All of them", liveListSchema) },
});

export const readLive = operation({
  id: "readLive",
  method: "GET",
  path: "/projects/{project}/live-campaigns/{live}",
  tag: "live campaigns",
  summary: "How much of it has come",
  needs: ["read", "ingest"],
  params: ofLive,
  query: noQuery,
  answers: { 200: jsonAnswer("The live campaign", liveCampaignSchema) },
});

export const dropLive = operation({
  id: "dropLive",
  method: "DELETE",
  path: "/projects/{project}/live-campaigns/{live}",
  tag: "live campaigns",
  summary: "Give it up with everything that was sent",
  needs: ["ingest"],
  params: ofLive,
  query: noQuery,
  answers: { 200: jsonAnswer("What was given up", liveDroppedSchema) },
});

export const appendLive = operation({
  id: "appendLive",
  method: "POST",
  path: "/projects/{project}/live-campaigns/{live}/records",
  tag: "live campaigns",
  summary: "Send arms, cases and episodes, up to 1,000 records or 8 MiB at once",
  description:
    "Each record is answered for itself. What names it (the key of an arm or a case, an episode's arm, case and replica) makes sending it again harmless: the same bytes are `repeated`, other bytes are refused.",
  needs: ["ingest"],
  idempotent: true,
  params: ofLive,
  query: noQuery,
  body: {
    "application/x-ndjson": { bytes: "One record a line" },
    "application/json": { schema: z.array(z.unknown()) },
  },
  answers: { 200: jsonAnswer("What became of each record", liveAppendedSchema) },
});

export const sealLive = operation({
  id: "sealLive",
  method: "POST",
  path: "/projects/{project}/live-campaigns/{live}/seal",
  tag: "live campaigns",
  summary: "Say that it is whole: it becomes a campaign, with figures",
  needs: ["ingest"],
  idempotent: true,
  params: ofLive,
  query: noQuery,
  answers: { 201: jsonAnswer("The campaign that it became", liveSealedSchema) },
});

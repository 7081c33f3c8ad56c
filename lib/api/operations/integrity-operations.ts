import { z } from "zod";
import { checkpointSchema } from "../schemas/campaign-report-schema";
import { proofSchema, verificationSchema } from "../schemas/verification-schema";
import { jsonAnswer, noParams, noQuery, operation, seqParam, slugParam } from "../operation";

const ofCampaign = z.object({ project: slugParam, campaign: slugParam });

export const readVerification = operation({
  id: "readVerification",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/verification",
  tag: "integrity",
  summary: "Whether anything of the campaign changed since it was sealed",
  description:
    "Reads every record and every row of it anew, some 20,000 episodes a second; one campaign at a time. Of a deleted campaign it says who deleted it and when.",
  needs: ["read"],
  params: ofCampaign,
  query: noQuery,
  answers: { 200: jsonAnswer("What was found", verificationSchema) },
});

export const readCampaignProof = operation({
  id: "readCampaignProof",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/proof",
  tag: "integrity",
  summary: "The campaign's manifest with its way to the signed checkpoint",
  needs: ["read"],
  params: ofCampaign,
  query: noQuery,
  answers: { 200: jsonAnswer("A download for verify.mjs", proofSchema) },
});

export const readEpisodeProof = operation({
  id: "readEpisodeProof",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/proof",
  tag: "integrity",
  summary: "The episode's way to the signed checkpoint",
  description:
    "With the record's bytes it can be checked offline, by verify.mjs or anything that knows SHA-256 and Ed25519.",
  needs: ["read"],
  params: ofCampaign.extend({ episode: seqParam }),
  query: noQuery,
  answers: { 200: jsonAnswer("A download for verify.mjs", proofSchema) },
});

export const readCheckpoint = operation({
  id: "readCheckpoint",
  method: "GET",
  path: "/checkpoint",
  tag: "integrity",
  summary: "The newest signed head of this instance's log: keep it elsewhere",
  needs: ["read"],
  params: noParams,
  query: noQuery,
  answers: {
    200: jsonAnswer("The checkpoint", checkpointSchema),
    409: { description: "The log does not continue what was signed before: nothing is signed" },
  },
});

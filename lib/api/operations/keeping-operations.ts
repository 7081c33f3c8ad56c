import { z } from "zod";
import { retentionSchema } from "@/lib/domain/retention";
import { holdsAnswer, newHoldSchema } from "../schemas/hold-schema";
import { retentionAnswer } from "../schemas/retention-schema";
import { reasonParam } from "./campaign-operations";
import { jsonAnswer, noQuery, operation, slugParam } from "../operation";

const ofCampaign = z.object({ project: slugParam, campaign: slugParam });

export const listHolds = operation({
  id: "listHolds",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/holds",
  tag: "campaigns",
  summary: "Whether the campaign is on hold, and every time that it was",
  needs: ["read"],
  params: ofCampaign,
  query: noQuery,
  answers: { 200: jsonAnswer("Its holds", holdsAnswer) },
});

export const postHold = operation({
  id: "postHold",
  method: "POST",
  path: "/projects/{project}/campaigns/{campaign}/holds",
  tag: "campaigns",
  summary: "Put the campaign on hold, or take the hold off",
  description:
    "While it is on hold nobody deletes it, replaces it or drops its content, and no retention does: they are answered with 409 and one sentence that says who holds it, since when and why.",
  needs: ["administer"],
  params: ofCampaign,
  query: noQuery,
  body: { "application/json": { schema: newHoldSchema } },
  answers: { 201: jsonAnswer("Its holds", holdsAnswer) },
});

export const contentDroppedSchema = z.object({
  name: z.string(),
  records: z.number().int().describe("How many episodes' records are gone."),
  bytes: z.number().int().describe("That all of the campaign's records had."),
});

export const dropContent = operation({
  id: "dropContent",
  method: "DELETE",
  path: "/projects/{project}/campaigns/{campaign}/content",
  tag: "campaigns",
  summary: "Drop the bytes and texts of the campaign's records and its source files",
  description:
    "Figures, digests and proofs stay, and everything says by whom, when and why the content was dropped. It is verified before: a campaign that is not what was sealed keeps its content, with 409. What needs the content answers 410 from then on.",
  needs: ["administer"],
  params: ofCampaign,
  query: z.strictObject({ reason: reasonParam }),
  answers: { 200: jsonAnswer("What was dropped", contentDroppedSchema) },
});

export const readRetention = operation({
  id: "readRetention",
  method: "GET",
  path: "/projects/{project}/retention",
  tag: "projects",
  summary: "What happens to old campaigns, and which of them it is about now",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: noQuery,
  answers: { 200: jsonAnswer("The setting that counts", retentionAnswer) },
});

export const postRetention = operation({
  id: "postRetention",
  method: "POST",
  path: "/projects/{project}/retention",
  tag: "projects",
  summary: "Set what happens to old campaigns",
  description:
    "As a new version. It runs when the server starts and once a day; campaigns on hold are kept. `aftermath retain --dry-run` says what it would come to.",
  needs: ["administer"],
  params: z.object({ project: slugParam }),
  query: noQuery,
  body: { "application/json": { schema: retentionSchema } },
  answers: {
    200: jsonAnswer("Nothing changed: the setting that counts, as it was", retentionAnswer),
    201: jsonAnswer("The setting that counts now", retentionAnswer),
  },
});

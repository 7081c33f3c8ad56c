import { z } from "zod";
import { idParam, jsonAnswer, noQuery, operation, slugParam } from "../operation";
import { importStartedSchema } from "../schemas/import-schema";
import { chunkedUploadSchema, MAX_CHUNK_BYTES } from "../schemas/upload-schema";
import { importChoices } from "./import-operations";

const ofProject = z.object({ project: slugParam });
const ofUpload = z.object({ project: slugParam, upload: idParam });

export const uploadDroppedSchema = z.object({ id: z.string() });

export const newUpload = importChoices.extend({
  name: z.string().min(1).max(1024),
  sizeBytes: z.number().int().min(1),
  chunkBytes: z.number().int().min(1).max(MAX_CHUNK_BYTES).default(MAX_CHUNK_BYTES),
  review: z.boolean().default(false),
});

export const openUpload = operation({
  id: "openUpload",
  method: "POST",
  path: "/projects/{project}/uploads",
  tag: "imports",
  summary: "Open the upload of one file in chunks, which goes on where it broke off",
  needs: ["ingest"],
  params: ofProject,
  query: noQuery,
  body: { "application/json": { schema: newUpload } },
  answers: { 201: jsonAnswer("It is open", chunkedUploadSchema) },
});

export const readUpload = operation({
  id: "readUpload",
  method: "GET",
  path: "/projects/{project}/uploads/{upload}",
  tag: "imports",
  summary: "Which chunks are missing",
  needs: ["ingest"],
  params: ofUpload,
  query: noQuery,
  answers: { 200: jsonAnswer("The upload", chunkedUploadSchema) },
});

export const sendChunk = operation({
  id: "sendChunk",
  method: "POST",
  path: "/projects/{project}/uploads/{upload}/chunks/{chunk}",
  tag: "imports",
  summary: "Send one chunk, in any order; the same again changes nothing",
  description:
    "Chunk n holds the bytes from n × chunkBytes on; all but the last have chunkBytes. The header X-Chunk-SHA256 states the SHA-256 of its bytes in hex.",
  needs: ["ingest"],
  params: ofUpload.extend({ chunk: z.coerce.number().int().min(0).max(1_000_000) }),
  query: noQuery,
  body: { "application/octet-stream": { bytes: "The chunk" } },
  answers: { 200: jsonAnswer("What is here by now", chunkedUploadSchema) },
});

export const completeUpload = operation({
  id: "completeUpload",
  method: "POST",
  path: "/projects/{project}/uploads/{upload}/complete",
  tag: "imports",
  summary: "Import it: every chunk is here. The same again gives the same import",
  needs: ["ingest"],
  params: ofUpload,
  query: noQuery,
  answers: { 202: jsonAnswer("Received; the import goes on by itself", importStartedSchema) },
});

export const dropUpload = operation({
  id: "dropUpload",
  method: "DELETE",
  path: "/projects/{project}/uploads/{upload}",
  tag: "imports",
  summary: "Give an upload up with every chunk of it",
  needs: ["ingest"],
  params: ofUpload,
  query: noQuery,
  answers: { 200: jsonAnswer("What was given up", uploadDroppedSchema) },
});

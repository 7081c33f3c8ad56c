import { Readable } from "node:stream";
import { readEnv } from "@/lib/env";
import { receiveUpload, type Upload } from "@/lib/ingest/upload/receive-upload";
import { deleteSpool } from "@/lib/ingest/upload/spool";
import { uploadBody } from "./upload-body";

export type SpooledUpload = {
  upload: Upload;
  /** SHA-256 of what was sent. */
  sha256: Uint8Array;
  /** Forgets the bytes: nobody will read them. */
  drop: () => Promise<void>;
};

/**
 * Receives the upload of a request into the data folder, hashing it on its way.
 *
 * @throws AppError as `uploadBody` and `receiveUpload` do
 */
export async function spoolUpload(request: Request): Promise<SpooledUpload> {
  const { dataDir } = readEnv(process.env);
  const { contentType, chunks, digest } = uploadBody(request);
  const length = Number(request.headers.get("content-length"));
  const contentLength = Number.isSafeInteger(length) && length > 0 ? length : null;
  const upload = await receiveUpload(
    Readable.from(chunks),
    { contentType, contentLength },
    dataDir,
  );
  return { upload, sha256: digest(), drop: () => deleteSpool(dataDir, upload.spool) };
}

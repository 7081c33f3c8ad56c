import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@/db/schema/columns";
import type { Upload } from "../upload/receive-upload";

/** An upload of one file as `receiveUpload` leaves it in the data folder. */
export async function spooledUpload(
  dataDir: string,
  text: string,
  more: Partial<Upload> = {},
): Promise<Upload> {
  const spool = newId();
  const folder = join(dataDir, "uploads", spool);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "000001"), text);
  const files = [{ file: "000001", path: "run.jsonl", sizeBytes: Buffer.byteLength(text) }];
  await writeFile(join(folder, "index.json"), JSON.stringify({ name: "run.jsonl", files }));
  const upload = { options: {}, replace: false, keepSource: true, manifest: null, ...more };
  return { spool, name: "run.jsonl", ...upload };
}

import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../test-results", import.meta.url));

/**
 * Notes what a test measured for a row of the security promises: one JSON line in
 * `test-results/security-figures.jsonl`.
 *
 * @param row as "A2"
 * @param text the figure with its bar, as "800 of 800 found"
 */
export async function figure(row: string, text: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await appendFile(join(FOLDER, "security-figures.jsonl"), `${JSON.stringify({ row, text })}\n`);
}

import { type Manifest, manifestSchema } from "@/lib/domain/records";

/** A manifest that was chosen, with the name of its file. */
export type GivenManifest = { name: string; content: Manifest };

const MAX_BYTES = 2 ** 20;

/** Reads a chosen file; a sentence with the place when it is no manifest or too large. */
export async function readManifestFile(
  file: Pick<File, "name" | "size" | "text">,
): Promise<{ manifest: GivenManifest } | { fault: string }> {
  if (file.size > MAX_BYTES) return { fault: `${file.name} is larger than 1 MiB.` };
  const json = parseJson(await file.text());
  if ("fault" in json) return { fault: `${file.name} is not JSON (${json.fault}).` };
  const read = manifestSchema.safeParse(json.value);
  if (read.success) return { manifest: { name: file.name, content: read.data } };
  const [issue] = read.error.issues;
  const path = ["$", ...(issue?.path ?? [])].map(String).join(".");
  return { fault: `${file.name} is no manifest: ${path}: ${issue?.message ?? "it is wrong"}.` };
}

function parseJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

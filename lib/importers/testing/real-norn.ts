import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Made by Norn's own code with a scripted provider; rejects in its readers when it is missing. */
export const REAL_NORN = fileURLToPath(new URL("../../../../shared/data/norn", import.meta.url));

const CUT = "HOME_data";
/** What each of the four places lacks. */
const LOST = ".".repeat(9);

/**
 * The sample norn.db is damaged: in its bytes a path was replaced by one that is 9 bytes shorter, in the
 * configuration of each of its 4 campaigns, so that the pages behind stand up to 36 bytes too early. With
 * as many bytes put back at these places it is what Norn wrote, but for the path.
 *
 * @returns the path of the mended copy, in `folder`
 */
export async function mendedDatabase(folder: string): Promise<string> {
  const bytes = await readFile(join(REAL_NORN, "norn.db"));
  const text = bytes.toString("latin1");
  if (text.split(CUT).length !== 5) throw new Error("the sample norn.db is not the known one");
  const path = join(folder, "norn.db");
  await writeFile(path, text.replaceAll(CUT, CUT + LOST), "latin1");
  return path;
}

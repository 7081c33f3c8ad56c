import { aftermath } from "./aftermath";
import { agentdojo } from "./agentdojo";
import { asb } from "./asb";
import { garak } from "./garak";
import type { Importer } from "./importer";
import { inspect } from "./inspect";
import { withGivenManifest } from "./manifests/given-manifest";
import { norn } from "./norn";
import { promptfoo } from "./promptfoo";
import { tauBench } from "./tau-bench";

/** Every format that can be imported. Upload page, command line, API and documentation iterate it. */
export const IMPORTERS: readonly Importer[] = [
  aftermath,
  agentdojo,
  norn,
  promptfoo,
  garak,
  inspect,
  tauBench,
  asb,
].map(withGivenManifest);

/** Whether a format's records are the very lines of its source; false of none that is known. */
export function keepsLines(format: string | null): boolean {
  return IMPORTERS.some((importer) => importer.id === format && importer.keepsLines === true);
}

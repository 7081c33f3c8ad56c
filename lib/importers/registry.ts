import { aftermath } from "./aftermath";
import { agentdojo } from "./agentdojo";
import type { Importer } from "./importer";

/** Every format that can be imported. Upload page, command line, API and documentation iterate it. */
export const IMPORTERS: readonly Importer[] = [aftermath, agentdojo];

import type { ConfigurationRefusal } from "./comparison-report";

/** A refusal with what was found. `rerun` is false where no episode need be run again. */
export type ConfigurationFinding = ConfigurationRefusal & {
  figures: Record<string, number>;
  rerun: boolean;
};

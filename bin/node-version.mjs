import { StartError } from "./start-error.mjs";

/** The floor of Next 16 and of `engines` in package.json. */
const OLDEST = /** @type {const} */ ([20, 19]);

/**
 * Refuses a Node that cannot run the rest, before the rest fails in riddles.
 * @param {string} [version] as in process.versions.node, "20.19.4"
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(
    `Aftermath needs Node ${OLDEST.join(".")} or newer, and this is Node ${version}.`,
  );
}

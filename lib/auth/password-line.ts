import pLimit from "p-limit";

/**
 * Where whatever looks at a password within a transaction waits its turn: no more than four at once, as
 * many as are hashed at once in any case. Without it a morning's sign-ins, or somebody's guesses from many
 * addresses, would hold every connection while they hash, and the pages would wait for them.
 */
export const inPasswordLine = pLimit(4);

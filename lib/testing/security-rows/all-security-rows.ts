import { ACCESS_ROWS } from "./access-rows";
import { HOSTILE_TEXT_ROWS } from "./hostile-text-rows";
import { IMPORTED_ROWS } from "./imported-rows";
import { INTEGRITY_ROWS } from "./integrity-rows";
import { SIGN_IN_ROWS } from "./sign-in-rows";
import { STAYING_UP_ROWS } from "./staying-up-rows";
import type { SecurityRow } from "./security-row";

/**
 * Every promise, in the order of the document. A test that proves one begins its title with the row, as
 * "A2: …"; `npm run test:security` finds it by that.
 */
export const SECURITY_ROWS: readonly SecurityRow[] = [
  ...INTEGRITY_ROWS,
  ...SIGN_IN_ROWS,
  ...ACCESS_ROWS,
  ...HOSTILE_TEXT_ROWS,
  ...IMPORTED_ROWS,
  ...STAYING_UP_ROWS,
];

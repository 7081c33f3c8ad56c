import { MASK } from "./secret-values";
import { sha256OfText } from "./sha256";

/** So many different credentials of one source are told apart; any further one is plainly `[masked]`. */
const MAX_NUMBERED = 100_000;

/** What stands for a credential, in as many characters of ASCII as the credential has bytes. */
export type SecretNumbers = { labelOf(secret: string): string };

/**
 * Numbers the credentials of one source in the order in which they appear, the same one by the same number
 * wherever it stands: `[masked 1]****`. So two accounts or two arguments that differed still differ, and
 * what was one stays one. What is too short for its number becomes `*` alone.
 */
export function createSecretNumbers(): SecretNumbers {
  const known = new Map<string, number>();
  return {
    labelOf(secret) {
      // Of a long one its digest is remembered, so that memory does not grow with what comes in.
      const key = secret.length <= 64 ? secret : sha256OfText(secret);
      let number = known.get(key);
      if (number === undefined && known.size < MAX_NUMBERED) {
        number = known.size + 1;
        known.set(key, number);
      }
      const label = number === undefined ? MASK : `[masked ${number}]`;
      return (label.length > secret.length ? "" : label).padEnd(secret.length, "*");
    },
  };
}

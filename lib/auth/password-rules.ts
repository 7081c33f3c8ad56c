import { COMMON_PASSWORD_WORDS, KEYBOARD_ROWS } from "./common-password-words";

export const MIN_PASSWORD = 15;
export const MAX_PASSWORD = 128;

/** How many different easy pieces a password may be made of and still count as guessable. */
const FEW_PIECES = 4;

/** What people write for a letter; `1` is read as `i` and as `l`. */
const DISGUISES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

/** What no piece is longer than; a password of 128 characters is looked at in a moment. */
const LONGEST_PIECE = 32;

/**
 * What is wrong with a new password, in one sentence, or null. Nothing is demanded of its characters
 * (NIST SP 800-63B, 3.1.1.2); it only may not be short, nor made of what everybody guesses first: the
 * words of the lists of worst passwords, keyboard rows, runs, years, and the person's own name and address.
 *
 * In: the password as typed; it is hashed exactly so.
 */
export function passwordProblem(
  password: string,
  person: { name: string; email: string },
): string | null {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD)
    return `A password has at least ${MIN_PASSWORD} characters; several words are easy to remember.`;
  // As the library counts: UTF-16 units.
  if (password.length > MAX_PASSWORD) return `A password has at most ${MAX_PASSWORD} characters.`;
  if (password.includes("\0")) return "A password cannot hold the character U+0000.";
  return isGuessable(password, ownWords(person))
    ? "This password is among those that are guessed first: it is made of common words, runs, or your name or address."
    : null;
}

/** The parts of name and address that are long enough to matter. */
function ownWords({ name, email }: { name: string; email: string }): string[] {
  return `${name} ${email}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);
}

function isGuessable(password: string, own: readonly string[]): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  if (new Set(lower).size < 5) return true;
  const text = lower.replaceAll(/[^\p{L}\p{N}@$!€]+/gu, "");
  return piecesOf(text, new Set([...COMMON_PASSWORD_WORDS, ...own])) <= FEW_PIECES;
}

/** The least number of different easy pieces that make up the whole text; Infinity when none do. */
function piecesOf(text: string, words: ReadonlySet<string>): number {
  /** By length of the beginning that is covered: the pieces with which that is done. */
  const covered: (ReadonlySet<string> | undefined)[] = [new Set<string>()];
  for (let end = 1; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - LONGEST_PIECE); start < end; start += 1) {
      const before = covered[start];
      const piece = before === undefined ? null : easyPiece(text.slice(start, end), words);
      if (before === undefined || piece === null) continue;
      const now = new Set(before).add(piece);
      if (now.size < (covered[end]?.size ?? Infinity)) covered[end] = now;
    }
  }
  return covered[text.length]?.size ?? Infinity;
}

/** What a piece is a case of, or null when it is not easy. Digits are one kind, however they are cut. */
function easyPiece(piece: string, words: ReadonlySet<string>): string | null {
  if (/^\d{1,4}$/.test(piece)) return "digits";
  const plain = Array.from(piece, (character) => DISGUISES[character] ?? character).join("");
  const readings = [piece, plain, piece.includes("1") ? plain.replaceAll("i", "l") : plain];
  const word = readings.find((reading) => words.has(reading));
  if (word !== undefined) return word;
  if (piece.length === 1) return piece;
  const isWalk = isRun(piece) || KEYBOARD_ROWS.some((row) => row.includes(piece));
  return piece.length >= 3 && isWalk ? piece : null;
}

/** One character repeated, or counting up or down. */
function isRun(piece: string): boolean {
  const step = piece.charCodeAt(1) - piece.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let at = 2; at < piece.length; at += 1)
    if (piece.charCodeAt(at) - piece.charCodeAt(at - 1) !== step) return false;
  return true;
}

import type { SecurityRow } from "./security-row";

/** Group B: who is signed in. */
export const SIGN_IN_ROWS: readonly SecurityRow[] = [
  {
    row: "B1",
    promise: "No default password; nobody takes the first account away",
    bar: "a code of 128 bit in the log, once; 50 set-ups at once make 1 admin; gone afterwards",
  },
  {
    row: "B2",
    promise: "Guessing is stopped for each account and each address",
    bar: "1,000 guesses from changing addresses: at most 5 looked at in 5 minutes; shared by two servers",
  },
  {
    row: "B3",
    promise: "Headers of a proxy count only from a named proxy",
    bar: "8 of 8 forged headers change nothing",
  },
  {
    row: "B4",
    promise: "Nobody learns which accounts exist",
    bar: "same answer; median times of a known and an unknown name within 10 % in 200 tries",
  },
  {
    row: "B5",
    promise: "Long passwords, no rules of composition, none of the common ones",
    bar: "15, 64 and 128 characters and Unicode pass; a bundled list is refused; argon2id",
    open: "no list of 10,000 is bundled: the worst words and what is made of them are refused, and 15 characters are asked for",
  },
  {
    row: "B6",
    promise: "Sessions end when they should",
    bar: "8 h idle, 7 d in all; sign-out, ban, role and password count at the next request; no token in clear",
  },
  {
    row: "B7",
    promise: "A second factor cannot be gone around",
    bar: "every route closed while it is pending; codes once; 5 wrong ones lock",
  },
  {
    row: "B8",
    promise: "Another's sign-in is checked whole",
    bar: "9 of 9 forged answers refused; a local admin still signs in when it is down",
  },
  {
    row: "B9",
    promise: "API tokens are shown once, hashed, scoped, and end",
    bar: "32 random bytes, revoked within 1 s; the 11th bad one in a minute answered 429 unread",
  },
  {
    row: "B10",
    promise: "Nobody signs up or gives themselves a role",
    bar: "every such field refused; at most 15 paths of the library open, all others 404",
  },
];

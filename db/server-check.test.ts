import { expect, test } from "vitest";
import { refusalOf } from "@/db/server-check";

const PLACE = "db.example:5432/aftermath";

test("Postgres 15 is the oldest that is taken", () => {
  expect(refusalOf({ version: 150_000, shown: "15.0", encoding: "UTF8" }, PLACE)).toBeNull();
  expect(refusalOf({ version: 140_023, shown: "14.23 (Debian)", encoding: "UTF8" }, PLACE)).toBe(
    "The Postgres at db.example:5432/aftermath is version 14.23 (Debian), and Aftermath needs 15 or newer.",
  );
});

test("another encoding than UTF-8 is refused", () => {
  expect(refusalOf({ version: 180_004, shown: "18.4", encoding: "SQL_ASCII" }, PLACE)).toBe(
    "The database at db.example:5432/aftermath is encoded in SQL_ASCII, and Aftermath needs UTF8.",
  );
});

import { expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { COMMON_PASSWORD_WORDS } from "./common-password-words";
import { passwordProblem } from "./password-rules";

const ADA = { name: "Ada Lovelace", email: "ada.lovelace@analytical.example" };
const isRefused = (password: string) => passwordProblem(password, ADA) !== null;

test.each([
  "seven quiet herons wade",
  "heronswadeslow.",
  "k7mQ9vXw2LpR4tZs",
  "Straße zum Kahn ő 🛶",
  "x7$Kq!m2@Vp9#Lw4",
  "ガラスの動物園は静かな場所です",
  "mauve lantern otter plinth gravel",
])("B5: nothing is asked of the characters of a good password: %s", (password) => {
  expect(passwordProblem(password, ADA)).toBeNull();
});

test.each([
  "passwordpassword",
  "Password12345678",
  "P@ssw0rdP@ssw0rd",
  "PASSWORD PASSWORD",
  "123456789012345",
  "1234567890123456789",
  "qwertyuiopasdfgh",
  "qwertyuiop1234567890",
  "1qaz2wsx3edc4rfv",
  "zxcvbnmasdfghjkl",
  "aaaaaaaaaaaaaaaa",
  "abababababababab",
  "abcdefghijklmnop",
  "iloveyouiloveyou",
  "letmeinletmein123",
  "administrator2026",
  "Welcome2026!Welcome",
  "monkeydragonmonkey",
  "changemechangeme!",
  "aftermathaftermath",
  "correct horse battery staple",
  "lovelace.lovelace",
  "AnalyticalAda2026",
  "Lovelace1815Lovelace",
])("B5: %s is refused for what it is made of", (password) => {
  expect(passwordProblem(password, ADA)).toMatch(/guessed first/);
});

test("B5: 14 characters are too few and 129 too many, counted as people see them", () => {
  expect(passwordProblem("k7mQ9vXw2LpR4t", ADA)).toMatch(/at least 15/);
  expect(passwordProblem("🛶".repeat(5) + "k7mQ9vXw2", ADA)).toMatch(/at least 15/);
  const long = "kq7;wv9-".repeat(16);
  expect(passwordProblem(long, ADA)).toBeNull();
  expect(passwordProblem(`${long}x`, ADA)).toMatch(/at most 128/);
  expect(passwordProblem("seven quiet\0 herons wade", ADA)).toMatch(/U\+0000/);
});

test("B5: of over 10,000 passwords that are made as people make them, none is taken", async () => {
  const ways: ((word: string) => string)[] = [
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word.replaceAll("a", "@").replaceAll("o", "0").replaceAll("e", "3"),
    (word) => word.replace(/^./, (letter) => letter.toUpperCase()),
  ];
  const tails = ["1", "123", "1234", "2024", "2025!", "!", "01", "007", "12345", "#1", "69"];
  const long = (word: string) => word.repeat(Math.ceil(15 / word.length));
  const made = new Set(
    COMMON_PASSWORD_WORDS.flatMap((word) =>
      ways.flatMap((way) => tails.map((tail) => `${way(long(word))}${tail}`)),
    ),
  );
  const taken = [...made].filter((password) => !isRefused(password));
  expect(taken).toEqual([]);
  expect(made.size).toBeGreaterThan(10_000);
  await figure(
    "B5",
    `${made.size.toLocaleString("en")} passwords made of the worst words: ${taken.length} taken (bar: 10,000 refused), no list from elsewhere, no network`,
  );
});

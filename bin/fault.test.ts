import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { sentenceOf } from "./fault.mjs";
import { StartError } from "./start-error.mjs";

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

describe("sentenceOf", () => {
  test("a foreseen error says its own", () => {
    expect(sentenceOf(new AppError("settings", "Set PORT."))).toBe("Set PORT.");
    expect(sentenceOf(new StartError("Install Node."))).toBe("Install Node.");
  });

  test("looks through what wraps it", () => {
    const wrapped = new Error("Failed query", {
      cause: withCode("could not extend file", "53100"),
    });
    expect(sentenceOf(wrapped)).toBe("The disk of the database is full (could not extend file).");
  });

  test("the system's errors get a sentence of one line", () => {
    expect(sentenceOf(withCode("ENOSPC: no space left on device, write", "ENOSPC"))).toBe(
      "The disk is full (ENOSPC: no space left on device, write).",
    );
    expect(sentenceOf(withCode("EROFS: open 'x'\n    at open", "EROFS"))).toBe(
      "The disk is mounted read-only (EROFS: open 'x').",
    );
  });

  test("a bug has no sentence, nor has a circle of causes", () => {
    expect(sentenceOf(new TypeError("x is not a function"))).toBeNull();
    expect(sentenceOf("thrown text")).toBeNull();
    const circle = new Error("round");
    circle.cause = circle;
    expect(sentenceOf(circle)).toBeNull();
  });
});

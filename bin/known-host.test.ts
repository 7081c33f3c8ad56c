import { describe, expect, test } from "vitest";
import { isKnownHost } from "./known-host";

const ALLOWED = ["aftermath.example"];

describe("isKnownHost", () => {
  test.each([
    "localhost",
    "localhost:3000",
    "LocalHost:3000",
    "127.0.0.1",
    "127.0.0.1:80",
    "[::1]",
    "[::1]:3000",
    "aftermath.example",
    "Aftermath.Example:443",
  ])("knows %s", (header) => {
    expect(isKnownHost([header], ALLOWED)).toBe(true);
  });

  test.each([
    "",
    "evil.example",
    "localhost.evil.example",
    "evil.localhost",
    "localhost:3000.evil.example",
    "localhost@evil.example",
    "evil.example#localhost",
    "localhost:",
    "localhost:123456",
    "localhost:3000:3000",
    "127.0.0.1.nip.io",
    "127.0.0.2",
    "2130706433",
    "::1",
    "[::1",
    "[::2]",
    "0.0.0.0",
    "localhost, evil.example",
    "localhost ",
    " localhost",
    "x.aftermath.example",
  ])("does not know %j", (header) => {
    expect(isKnownHost([header], ALLOWED)).toBe(false);
  });

  test("none and two are as bad as a foreign one", () => {
    expect(isKnownHost([], ALLOWED)).toBe(false);
    expect(isKnownHost(["localhost", "localhost"], ALLOWED)).toBe(false);
    expect(isKnownHost(["localhost", "evil.example"], ALLOWED)).toBe(false);
  });

  test("a name is allowed only when it is on the list", () => {
    expect(isKnownHost(["aftermath.example"], [])).toBe(false);
  });
});

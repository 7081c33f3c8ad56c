import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { VERSION } from "./version";

it("is the package's", () => {
  expect(VERSION).toBe(packageJson.version);
});

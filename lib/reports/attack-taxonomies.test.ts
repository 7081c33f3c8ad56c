import { expect, it } from "vitest";
import { atlasName, owaspName } from "./attack-taxonomies";

it("names an OWASP id by its edition", () => {
  expect(owaspName("LLM01:2025")).toBe("Prompt Injection");
  expect(owaspName("LLM06:2025")).toBe("Excessive Agency");
  expect(owaspName("LLM06:2023")).toBe("Sensitive Information Disclosure");
  expect(owaspName("owasp llm10 (2025)")).toBe("Unbounded Consumption");
});

it("names an id without an edition only where the editions agree", () => {
  expect(owaspName("LLM01")).toBe("Prompt Injection");
  expect(owaspName("LLM06")).toBeNull();
});

it("guesses nothing", () => {
  expect(owaspName("LLM11:2025")).toBeNull();
  expect(owaspName("LLM01:2031")).toBeNull();
  expect(owaspName("A01:2021")).toBeNull();
  expect(atlasName("AML.T9999")).toBeNull();
  expect(atlasName("T1059")).toBeNull();
});

it("names an ATLAS technique and its sub-technique", () => {
  expect(atlasName("AML.T0051.001")).toBe("LLM Prompt Injection: Indirect");
  expect(atlasName("aml.t0054")).toBe("LLM Jailbreak");
});

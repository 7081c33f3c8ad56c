import { expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { safeNext } from "./safe-next";

const FOREIGN = [
  "//evil.example",
  "///evil.example",
  "////evil.example/%2f..",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "\\/evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "HTTPS://evil.example/p/x",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
  "/%5C%5Cevil.example",
  "/%252f/evil.example",
  "/%25252f%25252fevil.example",
  "/p/x\r\nLocation: https://evil.example",
  "/p/x%0d%0aLocation:%20https://evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  " //evil.example",
  "//user:pass@evil.example",
  "https://localhost:3000@evil.example/p/x",
  "/@evil.example",
  "@evil.example",
  ".evil.example",
  "/p/../..//evil.example",
  "/p/%2e%2e//evil.example",
  "/p/x/../../api/auth/callback/oidc",
  "//localhost:3000/p/x",
  "/api/v1/projects",
  "/sign-in/sso",
  "/_next/image?url=x",
  "/setup",
  "",
  "p/x",
  "?next=/p/x",
  "#//evil.example",
  "/p/%ff",
  `/p/${"x".repeat(2000)}`,
];

test("D11: no form of next= leads anywhere but to a page of ours", async () => {
  expect(FOREIGN.filter((form) => safeNext(form) !== "/")).toEqual([]);
  expect(safeNext(undefined)).toBe("/");
  expect(safeNext(["/p/x", "//evil.example"])).toBe("/");
  expect(FOREIGN.length).toBeGreaterThanOrEqual(40);
  await figure("D11", `${FOREIGN.length + 2} of ${FOREIGN.length + 2} forms lead to "/" (bar: 40)`);
});

test.each([
  "/",
  "/account",
  "/settings/people",
  "/p/demo",
  "/p/demo/compare?baseline=a%2Fb&candidate=c",
  "/p/demo/campaigns/nightly-4/episodes/12?text=%2F%2Fevil.example",
  "/p/d%C3%A9mo/episodes",
])("a page of ours is kept as it is: %s", (path) => {
  expect(safeNext(path)).toBe(path);
});

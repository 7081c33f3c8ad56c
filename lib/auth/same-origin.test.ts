import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin";

const OWN = { host: "localhost:3000" };

test.each<[string, Record<string, string>, boolean]>([
  [
    "a browser on our page",
    { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
    true,
  ],
  ["an older browser on our page", { origin: "http://localhost:3000" }, true],
  ["a foreign page", { origin: "https://evil.example" }, false],
  [
    "a foreign page that names our origin",
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
    false,
  ],
  ["another port", { origin: "http://localhost:4000", "sec-fetch-site": "same-site" }, false],
  ["a sub-domain", { origin: "http://a.localhost:3000", "sec-fetch-site": "same-site" }, false],
  ["a sandboxed frame", { origin: "null" }, false],
  ["neither header", {}, false],
  ["an origin that is no address", { origin: "localhost:3000/" }, false],
])("%s", (_, headers, expected) => {
  expect(isSameOrigin(new Headers({ ...OWN, ...headers }))).toBe(expected);
});

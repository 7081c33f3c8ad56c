import { expect, it } from "vitest";
import { parseTolerantJson, withoutNonFinite } from "./inspect-json";

const bytes = (text: string) => new TextEncoder().encode(text);
const plain = (text: string) => {
  const found = withoutNonFinite(bytes(text));
  return [new TextDecoder().decode(found.bytes), found.count];
};

it("inspect trap 1: reads numbers that are none as null, and leaves what is said in strings", () => {
  expect(plain('{"a":NaN,"b":[-Infinity,Infinity,NaN]}')).toEqual([
    '{"a":null,"b":[null,null,null]}',
    4,
  ]);
  expect(plain('{"NaN":"NaN \\" NaN \\\\","b":NaN}')).toEqual([
    '{"NaN":"NaN \\" NaN \\\\","b":null}',
    1,
  ]);
  expect(plain('["unclosed NaN')).toEqual(['["unclosed NaN', 0]);
});

it("keeps the very bytes where there is nothing to replace", () => {
  const given = bytes('{"a":-1,"I":"N"}');
  expect(withoutNonFinite(given).bytes).toBe(given);
});

it("makes nothing else of what is not JSON", () => {
  const found = parseTolerantJson(bytes('{"a":Nan}'), { file: "x" });
  expect(found.parsed.ok).toBe(false);
  expect(found.nonFinite).toBe(0);
});

it("takes a second for 20 MB of them, and no more memory than the bytes", () => {
  const many = bytes(`[${"NaN,".repeat(5_000_000)}NaN]`);
  const started = performance.now();
  expect(withoutNonFinite(many).count).toBe(5_000_001);
  expect(performance.now() - started).toBeLessThan(5000);
});

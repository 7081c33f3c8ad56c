import { expect, it } from "vitest";
import { fourfoldTakes, LINEAR } from "@/lib/testing/growth";
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

it("takes four times as many of them in four times as long", async () => {
  const many = (times: number) => bytes(`[${"NaN,".repeat(times * 500_000)}NaN]`);
  expect(withoutNonFinite(many(4)).count).toBe(2_000_001);
  expect(await fourfoldTakes(many, withoutNonFinite)).toBeLessThan(LINEAR);
});

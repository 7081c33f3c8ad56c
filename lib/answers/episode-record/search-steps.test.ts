import { expect, it } from "vitest";
import { indexRecord } from "./record-index";
import { searchSteps } from "./search-steps";

function sequence(record: unknown) {
  const index = indexRecord(new TextEncoder().encode(JSON.stringify(record)));
  if (index === null) throw new Error("no index");
  return { index, earlier: null };
}

const record = sequence({
  calls: [
    {
      tool: "send_mail",
      executed: false,
      args: { to: ["a@b", 'the "Account" code'] },
      decision: { outcome: "deny", rule: "no-account" },
    },
  ],
  events: [
    { kind: "message", role: "user", text: "Your ACCOUNT, my account. (a+b)" },
    { kind: "message", role: "assistant", text: "nothing\nhere" },
  ],
});

it("finds a text in messages, arguments and rules, in either case of letters", async () => {
  const { hits, next, length } = await searchSteps(record, "account", 0);
  expect([next, length]).toEqual([null, 3]);
  expect(
    hits.map(({ kind, index, position, field, times }) => [kind, index, position, field, times]),
  ).toEqual([
    ["event", 0, 0, "text", 2],
    ["call", 0, 2, "args", 1],
    ["call", 0, 2, "tool", 1],
  ]);
  expect(hits[0]).toMatchObject({
    before: "Your ",
    match: "ACCOUNT",
    after: ", my account. (a+b)",
  });
  expect(hits[1]).toMatchObject({ before: 'to a@b the "', match: "Account", after: '" code' });
});

it("shows whole words around it, with an ellipsis where more stands", async () => {
  const text = `${"lorem ipsum dolor sit amet ".repeat(4)}my account, ${"lorem ipsum ".repeat(9)}`;
  const { hits } = await searchSteps(sequence({ events: [{ kind: "note", text }] }), "account", 0);
  expect(hits[0]).toMatchObject({
    before: "… lorem ipsum dolor sit amet lorem ipsum dolor sit amet my ",
    match: "account",
    after: `, ${"lorem ipsum ".repeat(4)}lorem …`,
  });
});

it("takes what is sought as it is, not as a pattern, and sees through escapes", async () => {
  const found = async (sought: string) => (await searchSteps(record, sought, 0)).hits.length;
  expect(await found("(a+b)")).toBe(1);
  expect(await found("a.b")).toBe(0);
  expect(await found("nothing\nhere")).toBe(1);
  expect(await found('"Account"')).toBe(1);
  expect(await found("-/[]{}^$|\\")).toBe(0);
});

it("ends at fifty hits or when its time is over, and goes on from there", async () => {
  const many = sequence({
    events: Array.from({ length: 120 }, () => ({ kind: "note", text: "hit" })),
  });
  const first = await searchSteps(many, "hit", 0);
  expect([first.hits.length, first.next]).toEqual([50, 50]);
  expect((await searchSteps(many, "hit", 100)).hits.length).toBe(20);
  let now = 0;
  const slow = await searchSteps(many, "hit", 0, () => (now += 400));
  expect([slow.hits.length, slow.next]).toEqual([2, 2]);
});

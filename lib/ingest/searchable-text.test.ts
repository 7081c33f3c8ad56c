import { expect, it } from "vitest";
import { episodeSchema, type CaseRecord } from "@/lib/domain/records";
import { searchableText } from "./searchable-text";

const CASE: CaseRecord = { type: "case", key: "Inbox-1", attack: "NOTE", split: "attack" };

function textOf(fields: Record<string, unknown>): string {
  const given = { type: "episode", arm: "a", case: "Inbox-1", replica: 0, ...fields };
  return searchableText(episodeSchema.parse(given), CASE);
}

it("holds case, attack, detail, the last answer and the arguments' values in small letters", () => {
  const text = textOf({
    terminationDetail: "Limit of 8 TURNS",
    events: [
      { kind: "message", role: "assistant", text: "first" },
      { kind: "message", role: "assistant", text: "Done, Äpfel sent" },
      { kind: "message", role: "user", text: "thanks" },
    ],
    calls: [
      {
        tool: "t",
        executed: true,
        args: { to: "Eve@Example.org", n: [1, { deep: true }], x: null },
      },
      { tool: "t", executed: true, args: 'a "quoted" text' },
    ],
  });
  expect(text).toBe(
    'inbox-1\nnote\nlimit of 8 turns\ndone, äpfel sent\neve@example.org\n1\ntrue\na "quoted" text',
  );
});

it("takes the answer of an assistant and of an agent alike", () => {
  const said = (role: string) => ({ kind: "message", role, text: `Said by the ${role}` });
  expect(textOf({ events: [said("operator"), said("agent")] })).toContain("said by the agent");
  expect(textOf({ events: [said("agent"), said("operator")] })).toContain("said by the agent");
  expect(textOf({ events: [said("operator")] })).not.toContain("said by");
});

it("is the names alone where nothing else was recorded", () => {
  expect(textOf({})).toBe("inbox-1\nnote");
});

it("cuts each part, never within a character", () => {
  const long = `${"x".repeat(999)}😀yyy`;
  const events = [{ kind: "message", role: "assistant", text: long }];
  const calls = [{ tool: "t", executed: true, args: [long, "after the cut"] }];
  const [, , answer, args, more] = textOf({ events, calls }).split("\n");
  expect(answer).toBe("x".repeat(999));
  expect(args).toBe("x".repeat(999));
  expect(more).toBeUndefined();
});

it("reads arguments of any depth and width", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const calls = [{ tool: "t", executed: true, args: deep }];
  const episode = episodeSchema.parse({ type: "episode", arm: "a", case: "c", replica: 0 });
  expect(searchableText({ ...episode, calls }, CASE)).toBe("inbox-1\nnote\nbottom");
  const wide = [{ tool: "t", executed: true, args: Array.from({ length: 300_000 }, () => "w") }];
  expect(searchableText({ ...episode, calls: wide }, CASE)).toHaveLength(
    "inbox-1\nnote\n".length + 999,
  );
});

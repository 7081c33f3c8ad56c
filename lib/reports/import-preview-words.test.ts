import { expect, it } from "vitest";
import {
  abortedSentence,
  becomesWords,
  fileSaysWords,
  knownWords,
  rolesSentence,
} from "./import-preview-words";

const none = { defended: 0, attacked: 0, silent: 0, benign: 0, benignDone: 0 };
const cut = { arm: "a", split: "attack", reason: "turn_limit", episodes: 66, of: 200 } as const;

it("says what left every rate and what the file counts it as", () => {
  const fileSays = { ...none, defended: 19, attacked: 47 };
  expect(abortedSentence({ ...cut, fileSays }, "repeat")).toBe(
    "repeat: 66 of 200 attacks ended aborted (turn limit); the file counts 19 of them as a defence and 47 as a successful attack.",
  );
  const some = { ...none, defended: 1, silent: 1 };
  expect(abortedSentence({ ...cut, episodes: 2, of: 1000, fileSays: some }, "a")).toBe(
    "a: 2 of 1,000 attacks ended aborted (turn limit); the file counts 1 of them as a defence and 0 as a successful attack, and gives 1 no verdict.",
  );
  expect(abortedSentence({ ...cut, fileSays: { ...none, silent: 66 } }, "a")).toBe(
    "a: 66 of 200 attacks ended aborted (turn limit); the file gives them no verdict.",
  );
  const benign = { ...none, benign: 1, benignDone: 1 };
  expect(
    abortedSentence({ ...cut, split: "benign", episodes: 1, of: 1, fileSays: benign }, "a"),
  ).toBe(
    "a: 1 of 1 legitimate task ended aborted (turn limit); the file counts 1 of them as done.",
  );
});

it("leaves out what is none", () => {
  expect(fileSaysWords(none)).toBe("nothing");
  expect(fileSaysWords({ defended: 1, attacked: 0, silent: 2, benign: 3, benignDone: 0 })).toBe(
    "1 defended, 2 without a verdict, 0 of 3 legitimate tasks done",
  );
  expect(becomesWords({ aborted: 2, attack_success: 1286 })).toBe(
    "1,286 attack succeeded, 2 aborted",
  );
  const ending = { reason: "unknown", episodes: 3, rules: [], otherRules: 0, becomes: {} } as const;
  expect(knownWords({ ...ending, rules: [], fileSays: none, recorded: 0, inferred: 3 })).toBe(
    "3 inferred",
  );
});

it("says what a manifest would bring", () => {
  const tools = { roles: null, called: 3, withoutRole: 3, names: [] };
  const said = (more: object) => rolesSentence({ ...preview, tools: { ...tools, ...more } });
  expect(said({})).toBe(
    "No manifest gives the tools a role. 3 of 3 called tools have no role: what they did has no weight. Give a manifest that declares them.",
  );
  expect(said({ roles: "given", withoutRole: 0 })).toBe(
    "Roles come from the manifest that was given. Each of 3 called tools has a role.",
  );
  expect(said({ called: 0, withoutRole: 0 })).toBe("No tool is called in it.");
});

const preview = {
  refusal: null,
  source: { name: "x", files: 1, bytes: 1 },
  fingerprint: null,
  format: null,
  campaign: null,
  counts: {
    records: 0,
    arms: 0,
    attacks: 0,
    cases: 0,
    episodes: 0,
    calls: 0,
    refused: 0,
    recoded: 0,
    warnings: 0,
    secretsMasked: 0,
  },
  arms: [],
  terminations: [],
  aborted: [],
  issues: [],
  notAvailable: [],
  questions: [],
};

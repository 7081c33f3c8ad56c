import type { EpisodeRecord, Manifest } from "@/lib/domain/records";
import { describe, expect, it } from "vitest";
import { agentdojo } from "./agentdojo";
import { AGENTDOJO_ATTRIBUTION } from "./agentdojo-attribution";
import type { Issue } from "./importer";
import { memorySource } from "./memory-source";

type Run = {
  arm?: string;
  suite?: string;
  task?: string;
  attack?: string | null;
  tools: readonly string[];
  security?: boolean;
  /** The loop ran out: the last message still calls tools. */
  cut?: boolean;
};

/** One log where AgentDojo writes it, with a call and its answer for each tool. */
function file(run: Run): [string, string] {
  const { arm = "m", suite = "banking", task = "user_task_0", attack = null, tools } = run;
  const calls = tools.flatMap((name) => {
    const call = { function: name, args: {}, id: null };
    return [
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: "ok", tool_call: call, tool_call_id: null, error: null },
    ];
  });
  const last = run.cut
    ? { role: "assistant", content: "", tool_calls: [{ function: "get_iban", args: {} }] }
    : { role: "assistant", content: "done", tool_calls: [] };
  const log = {
    suite_name: suite,
    pipeline_name: arm,
    user_task_id: task,
    injection_task_id: attack === null ? null : "injection_task_0",
    attack_type: attack,
    injections: {},
    messages: [{ role: "user", content: "do it" }, ...calls, last],
    error: null,
    utility: true,
    security: run.security ?? true,
  };
  const injection = attack === null ? "none" : "injection_task_0";
  return [`${arm}/${suite}/${task}/${attack ?? "none"}/${injection}.json`, JSON.stringify(log)];
}

async function read(
  runs: readonly Run[],
  options: Record<string, string> = { roles: "shipped" },
  manifest?: Manifest,
) {
  const source = memorySource("runs", Object.fromEntries(runs.map(file)));
  const issues: Issue[] = [];
  const episodes: EpisodeRecord[] = [];
  const campaigns = [];
  for await (const item of agentdojo.read(source, options, { manifest })) {
    if (item.kind === "issue") issues.push(item.issue);
    else if (item.record.type === "campaign") campaigns.push(item.record);
    else if (item.record.type === "episode") episodes.push(item.record);
  }
  const of = (arm: string, attack: string, task = "user_task_0") => {
    const found = episodes.find(
      (one) => one.arm === arm && one.case.includes(`/${task}/${attack}/`),
    );
    return [found?.attributable, ...(found?.calls ?? []).map(({ authorised }) => authorised)];
  };
  const told = (code: string) =>
    issues.flatMap((issue) => (issue.code === code ? [issue.message] : []));
  return { campaign: campaigns[0], issues, of, told };
}

const ATTACKED: Run = { attack: "x", tools: ["get_iban", "send_money", "update_password"] };
const BENIGN: Run = { tools: ["get_iban", "send_money"] };

describe("AgentDojo runs with roles", () => {
  it("attribute a succeeded attack's calls by the benign run, which may come after it", async () => {
    const { of, campaign, told } = await read([ATTACKED, BENIGN]);
    expect(of("m", "x")).toEqual([true, undefined, null, false]);
    expect(campaign?.attribution).toEqual(AGENTDOJO_ATTRIBUTION);
    expect(campaign?.manifest?.tools.map(({ name }) => name)).toContain("update_password");
    expect(told("attributed-by-rule")).toEqual([
      "Damage is attributed by rule, from 1 finished benign run.",
    ]);
  });

  it("hold each arm and user task against its own benign run alone", async () => {
    const other = { ...ATTACKED, arm: "m-camel" };
    const later = { ...ATTACKED, task: "user_task_1" };
    const { of, told } = await read([
      ATTACKED,
      BENIGN,
      other,
      { ...BENIGN, arm: "m-camel", tools: [] },
      later,
    ]);
    expect(of("m", "x")).toEqual([true, undefined, null, false]);
    expect(of("m-camel", "x")).toEqual([true, undefined, false, false]);
    expect(of("m", "x", "user_task_1")).toEqual([false, undefined, undefined, undefined]);
    expect(told("no-benign-run")).toEqual([
      "m: 1 attacked episode without a finished benign run of the same user task in this arm; nothing tells whose their calls were, so they are in no weight rate.",
    ]);
  });

  it("do not take an aborted benign run, or a probe, for what the user's task needs", async () => {
    const probe = { ...BENIGN, task: "injection_task_0" };
    const { of } = await read([ATTACKED, { ...BENIGN, cut: true }, probe]);
    expect(of("m", "x")).toEqual([false, undefined, undefined, undefined]);
  });

  it("find no damage in an attack that failed, by the polarity that was chosen", async () => {
    const failed = await read([{ ...ATTACKED, security: false }, BENIGN]);
    expect(failed.of("m", "x")).toEqual([true, undefined, true, true]);
    const turned = await read([ATTACKED, BENIGN], { roles: "shipped", polarity: "safe" });
    expect(turned.of("m", "x")).toEqual([true, undefined, true, true]);
  });

  it("attribute aborted episodes too: what they hit stands on its own line", async () => {
    const { of } = await read([{ ...ATTACKED, cut: true }, BENIGN]);
    expect(of("m", "x").slice(0, 4)).toEqual([true, undefined, null, false]);
  });

  it("take a given manifest before the shipped roles, and say so", async () => {
    const manifest: Manifest = { tools: [{ name: "get_iban", role: "send" }] };
    const { campaign, of, told } = await read([ATTACKED, BENIGN], { roles: "shipped" }, manifest);
    expect(campaign?.manifest).toBe(manifest);
    expect(of("m", "x")).toEqual([true, null, undefined, undefined]);
    expect(told("shipped-roles-unused")).toHaveLength(1);
    const alone = await read([ATTACKED, BENIGN], {}, manifest);
    expect(alone.campaign?.manifest).toBe(manifest);
    expect(alone.campaign?.attribution).toEqual(AGENTDOJO_ATTRIBUTION);
    expect(alone.told("shipped-roles-unused")).toEqual([]);
  });

  it("join the tools of every suite that is there, and no other's", async () => {
    const { campaign, told } = await read([
      BENIGN,
      { ...BENIGN, suite: "slack" },
      { ...BENIGN, suite: "made_up" },
    ]);
    const names = campaign?.manifest?.tools.map(({ name }) => name) ?? [];
    expect(names).toContain("update_password");
    expect(names).toContain("post_webpage");
    expect(names).not.toContain("delete_email");
    expect(told("no-shipped-roles")).toEqual([
      'No roles are shipped for the suite "made_up": its tools stay unknown. Give a manifest that declares them.',
    ]);
  });

  it("without roles say nothing of any call", async () => {
    const { campaign, of, told } = await read([ATTACKED, BENIGN], {});
    expect(campaign).not.toHaveProperty("manifest");
    expect(campaign).not.toHaveProperty("attribution");
    expect(of("m", "x")).toEqual([undefined, undefined, undefined, undefined]);
    expect(told("attributed-by-rule")).toEqual([]);
  });

  it("refuse a choice that is none", async () => {
    const { issues } = await read([BENIGN], { roles: "some" });
    expect(issues).toMatchObject([{ severity: "refused", code: "invalid-option" }]);
  });
});

import type { Home } from "./access-world";
import type { Asked } from "./raw-request";

/** Of a project, what addresses and arguments name it by. */
type Place = Pick<Home, "parts">;

export type Call = {
  args: readonly unknown[];
  form?: Record<string, string>;
  /** In place of what the asker sends. */
  headers?: Record<string, string>;
};

const NOTHING = { problem: null, done: null };
const NOBODY = "00000000-0000-7000-8000-000000000000";

/** How each action is called by name: with a form that whoever is let in is told is wrong. */
const CALLS: Readonly<Record<string, (place: Place) => Call>> = {
  setUpNow: () => ({ args: [NOTHING], form: { code: "wrong" } }),
  signInNow: () => ({ args: [NOTHING], form: { email: "nobody@aftermath.test", password: "" } }),
  answerCodeNow: () => ({ args: [NOTHING], form: { code: "1" } }),
  acceptNow: () => ({ args: [NOTHING], form: { code: "wrong" } }),
  resetNow: () => ({ args: [NOTHING], form: { code: "wrong" } }),
  // As nobody: it would end the session with which the asker goes on.
  signOutNow: () => ({ args: [], headers: { cookie: "" } }),
  changePasswordNow: () => ({ args: [NOTHING], form: { password: "short" } }),
  endSessionNow: () => ({ args: [NOTHING], form: { id: NOBODY } }),
  beginSecondFactorNow: () => ({ args: [{ ...NOTHING, factor: null }], form: { password: "" } }),
  confirmSecondFactorNow: () => ({ args: [NOTHING], form: { code: "1" } }),
  renewRecoveryCodesNow: () => ({ args: [NOTHING], form: { password: "" } }),
  endSecondFactorNow: () => ({ args: [NOTHING], form: { password: "" } }),
  inviteNow: () => ({ args: [NOTHING], form: { email: "nobody" } }),
  withdrawNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  changeRolesNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  makeResetLinkNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  dropSecondFactorNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  endSessionsNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  banNow: () => ({ args: [NOTHING], form: { id: "none", ban: "yes" } }),
  handOverNow: () => ({ args: [NOTHING], form: { id: "none" } }),
  chooseTheme: () => ({ args: [], form: { theme: "system" } }),
  saveViewNow: ({ parts }) => ({
    args: [{ project: parts["project"], page: "campaigns" }, NOTHING],
    form: { name: "", query: "" },
  }),
  deleteViewNow: ({ parts }) => ({
    args: [{ project: parts["project"], page: "campaigns" }, NOTHING],
    form: { id: "none" },
  }),
  deleteByName: ({ parts }) => ({
    args: [parts["project"], parts["campaign"], NOTHING],
    form: { name: "another" },
  }),
  holdNow: ({ parts }) => ({
    args: [parts["project"], parts["campaign"], "held", NOTHING],
    form: { reason: "" },
  }),
  dropContentNow: ({ parts }) => ({
    args: [parts["project"], parts["campaign"], NOTHING],
    form: { reason: "" },
  }),
  annotateEpisode: ({ parts }) => ({
    args: [
      { project: parts["project"], campaignSlug: parts["campaign"], seq: 1 },
      { state: "idle" },
    ],
    form: { kind: "note" },
  }),
  saveThisComparison: ({ parts }) => ({
    args: [NOTHING],
    form: { project: parts["project"] ?? "", name: "" },
  }),
  moreEpisodes: ({ parts }) => ({ args: [parts["project"], "", ""] }),
  addMemberNow: ({ parts }) => ({ args: [parts["project"], NOTHING], form: { email: "x" } }),
  changeMemberNow: ({ parts }) => ({ args: [parts["project"], NOTHING], form: { role: "none" } }),
  changePolicyNow: ({ parts }) => ({ args: [parts["project"], NOTHING], form: { margin: "" } }),
  makeTokenNow: ({ parts }) => ({
    args: [parts["project"], NOTHING],
    form: { name: "" },
  }),
  setRetentionNow: ({ parts }) => ({
    args: [parts["project"], NOTHING],
    form: { act: "delete", days: "" },
  }),
  revokeTokenNow: ({ parts }) => ({ args: [parts["project"]], form: { id: "none" } }),
};

/** How an action is called by name; nothing is known of one that has no row here. */
export function rightCall({ name }: { name: string }, home: Place): Call {
  return CALLS[name]?.(home) ?? { args: [], form: {} };
}

/** The request by which a page calls one of its actions: React's form of arguments, in several parts. */
export async function callOf(
  action: { id: string; name: string; page: string },
  home: Place,
  instead?: Call,
): Promise<Asked> {
  const { args, form, headers } = instead ?? rightCall(action, home);
  const data = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) data.append(`_1_${name}`, value);
  data.append("0", JSON.stringify(form === undefined ? args : [...args, "$K1"]));
  const sent = new Response(data);
  const path = action.page.replaceAll(
    /\[(\w+)\]/g,
    (_, name: string) => home.parts[name] ?? "unknown",
  );
  return {
    method: "POST",
    path,
    headers: {
      accept: "text/x-component",
      "next-action": action.id,
      "content-type": sent.headers.get("content-type") ?? "",
      ...headers,
    },
    body: new Uint8Array(await sent.arrayBuffer()),
  };
}

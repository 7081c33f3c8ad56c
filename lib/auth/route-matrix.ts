/**
 * Who gets what answer at every address: the promise that the built server is held to
 * (`bin/access.process.test.ts`, security.md C1). A route or an action without a row fails that test, and a
 * row without a route too. Nothing reads this table to decide: it is written by hand, beside the code.
 */
export const ASKERS = [
  "nobody",
  "viewer",
  "editor",
  "admin",
  "instance admin",
  "foreign viewer",
  "ingest token",
  "read token",
] as const;

export type Asker = (typeof ASKERS)[number];

/** What a gate answers each asker; "in" is let through, to the status of the row. */
type Gate = Readonly<Record<Asker, number | "in">>;

const gate = (
  nobody: number | "in",
  [viewer, editor, admin]: readonly [number | "in", number | "in", number | "in"],
  foreign: number | "in",
  [ingest, read]: readonly [number | "in", number | "in"],
): Gate => ({
  nobody,
  viewer,
  editor,
  admin,
  "instance admin": admin,
  "foreign viewer": foreign,
  "ingest token": ingest,
  "read token": read,
});

const OPEN = gate("in", ["in", "in", "in"], "in", ["in", "in"]);

/** Pages are for people: a token is nobody there, and nobody is led to the sign-in. */
const PAGE = {
  anyone: gate(307, ["in", "in", "in"], "in", [307, 307]),
  read: gate(307, ["in", "in", "in"], 404, [307, 307]),
  administer: gate(307, [403, 403, "in"], 404, [307, 307]),
};

/** For whoever looks after the instance; an admin of a project is none. */
const INSTANCE_PAGE: Gate = {
  ...gate(307, [403, 403, 403], 403, [307, 307]),
  "instance admin": "in",
};

/** Whoever is signed in already is led on. */
const SIGN_IN = gate("in", [307, 307, 307], 307, ["in", "in"]);

const API = {
  open: OPEN,
  read: gate(401, ["in", "in", "in"], 404, [403, "in"]),
  /** A list that is each caller's own: a stranger's is empty of what is not theirs. */
  list: gate(401, ["in", "in", "in"], "in", [403, "in"]),
  /** By an id that nobody guesses: whoever brought something in follows it by the one that was answered. */
  readOrIngest: gate(401, ["in", "in", "in"], 404, ["in", "in"]),
  ingest: gate(401, [403, "in", "in"], 404, ["in", 403]),
  edit: gate(401, [403, "in", "in"], 404, [403, 403]),
  administer: gate(401, [403, 403, "in"], 404, [403, 403]),
};

const INSTANCE_API: Gate = {
  ...gate(401, [403, 403, 403], 403, [403, 403]),
  "instance admin": "in",
};

/** An action is for our own pages, which send no token; nobody is led to the sign-in (303). */
const ACTION = {
  open: gate("in", ["in", "in", "in"], "in", [403, 403]),
  read: gate(303, ["in", "in", "in"], 404, [403, 403]),
  edit: gate(303, [403, "in", "in"], 404, [403, 403]),
  administer: gate(303, [403, 403, "in"], 404, [403, 403]),
};

/** What one does to one's own account. */
const OWN_ACTION = gate(303, ["in", "in", "in"], "in", [403, 403]);
const INSTANCE_ACTION: Gate = {
  ...gate(303, [403, 403, 403], 403, [403, 403]),
  "instance admin": "in",
};

export type Row = {
  readonly gate: Gate;
  /** The status of whoever is let in. */ readonly in: number;
};

const row = (by: Gate, status = 200): Row => ({ gate: by, in: status });

const CAMPAIGN = "/api/v1/projects/[project]/campaigns/[campaign]";
const EPISODE = `${CAMPAIGN}/episodes/[episode]`;
const IMPORT = "/api/v1/projects/[project]/imports/[import]";
const LIVE = "/api/v1/projects/[project]/live-campaigns";
const UPLOADS = "/api/v1/projects/[project]/uploads";

/**
 * By method and route. Where a change is asked for, the request of the test is one that whoever is let in
 * is told is wrong (400), not there (404) or too late (409): so the decision is seen and nothing changes.
 */
export const ROUTES: Readonly<Record<string, Row>> = {
  "GET /": row(PAGE.anyone, 307),
  "GET /p/[project]": row(PAGE.read),
  "GET /p/[project]/attacks": row(PAGE.read),
  "GET /p/[project]/campaigns/[campaign]": row(PAGE.read),
  "GET /p/[project]/campaigns/[campaign]/checks/[check]": row(PAGE.read),
  "GET /p/[project]/campaigns/[campaign]/episodes/[episode]": row(PAGE.read),
  "GET /p/[project]/compare": row(PAGE.read),
  "GET /p/[project]/comparisons": row(PAGE.read),
  "GET /p/[project]/comparisons/[comparison]": row(PAGE.read),
  "GET /p/[project]/episodes": row(PAGE.read),
  "GET /p/[project]/imports": row(PAGE.read),
  "GET /p/[project]/imports/[import]": row(PAGE.read),
  "GET /p/[project]/methods": row(PAGE.read),
  "GET /p/[project]/planner": row(PAGE.read),
  "GET /p/[project]/settings/people": row(PAGE.administer),
  "GET /p/[project]/settings/tokens": row(PAGE.administer),
  "GET /p/[project]/settings/policy": row(PAGE.read),
  "GET /p/[project]/settings/audit": row(PAGE.read),
  "GET /p/[project]/settings/retention": row(PAGE.read),
  "GET /settings/audit": row(INSTANCE_PAGE),
  "GET /p/[project]/compare/arms": row(API.read),
  "GET /account": row(PAGE.anyone),
  "GET /settings/people": row(INSTANCE_PAGE),
  // Links without a code that opens something.
  "GET /invitation": row(OPEN, 404),
  "GET /new-password": row(OPEN, 404),
  "GET /sign-in/code": row(OPEN),
  // The sign-in service of the test is down: everybody is led back to the sign-in.
  "GET /sign-in/sso": row(OPEN, 307),
  "GET /api/auth/[...path]": row(OPEN, 404),
  // With somebody there, the first run is over for everybody.
  "GET /setup": row(OPEN, 404),
  "GET /sign-in": row(SIGN_IN),
  "GET /api/health": row(OPEN),
  "GET /api/ready": row(OPEN),
  "GET /api/v1/openapi.json": row(API.open),
  "GET /api/v1/projects": row(API.list),
  "GET /api/v1/projects/[project]": row(API.read),
  "GET /api/v1/projects/[project]/comparison": row(API.read),
  "GET /api/v1/projects/[project]/comparisons/[comparison]": row(API.read),
  "GET /api/v1/projects/[project]/audit": row(API.read),
  "GET /api/v1/projects/[project]/audit/export": row(API.administer),
  "GET /api/v1/audit": row(INSTANCE_API),
  "GET /api/v1/audit/export": row(INSTANCE_API),
  "GET /api/v1/projects/[project]/campaigns": row(API.read),
  [`GET ${CAMPAIGN}`]: row(API.read),
  [`DELETE ${CAMPAIGN}`]: row(API.administer, 404),
  "GET /api/v1/projects/[project]/deleted-campaigns": row(API.read),
  [`GET ${CAMPAIGN}/holds`]: row(API.read),
  [`POST ${CAMPAIGN}/holds`]: row(API.administer, 400),
  [`DELETE ${CAMPAIGN}/content`]: row(API.administer, 404),
  "GET /api/v1/projects/[project]/retention": row(API.read),
  "POST /api/v1/projects/[project]/retention": row(API.administer, 400),
  [`GET ${CAMPAIGN}/report`]: row(API.read),
  [`GET ${CAMPAIGN}/export`]: row(API.read),
  [`GET ${CAMPAIGN}/export/proof`]: row(API.read),
  "GET /api/v1/checkpoint": row(API.list),
  [`GET ${CAMPAIGN}/verification`]: row(API.read),
  [`GET ${CAMPAIGN}/proof`]: row(API.read),
  [`GET ${CAMPAIGN}/sources/[file]`]: row(API.read),
  [`GET ${CAMPAIGN}/episodes`]: row(API.read),
  "GET /api/v1/projects/[project]/episodes": row(API.read),
  "GET /api/v1/projects/[project]/episodes/export": row(API.read),
  [`GET ${EPISODE}`]: row(API.read),
  [`GET ${EPISODE}/record`]: row(API.read),
  [`GET ${EPISODE}/proof`]: row(API.read),
  [`GET ${EPISODE}/events`]: row(API.read),
  [`GET ${EPISODE}/events/text`]: row(API.read),
  [`GET ${EPISODE}/events/search`]: row(API.read),
  [`GET ${EPISODE}/annotations`]: row(API.read),
  [`POST ${EPISODE}/annotations`]: row(API.edit, 400),
  "GET /api/v1/projects/[project]/imports": row(API.read),
  "POST /api/v1/projects/[project]/imports": row(API.ingest, 400),
  [`GET ${IMPORT}`]: row(API.readOrIngest),
  [`GET ${IMPORT}/issues`]: row(API.readOrIngest),
  [`POST ${IMPORT}/start`]: row(API.ingest, 400),
  [`POST ${IMPORT}/preview`]: row(API.ingest, 400),
  [`POST ${IMPORT}/cancel`]: row(API.ingest, 409),
  [`POST ${UPLOADS}`]: row(API.ingest, 400),
  [`GET ${UPLOADS}/[upload]`]: row(API.ingest),
  [`DELETE ${UPLOADS}/[upload]`]: row(API.ingest, 404),
  [`POST ${UPLOADS}/[upload]/chunks/[chunk]`]: row(API.ingest, 400),
  [`POST ${UPLOADS}/[upload]/complete`]: row(API.ingest, 404),
  [`GET ${LIVE}`]: row(API.read),
  [`POST ${LIVE}`]: row(API.ingest, 400),
  [`GET ${LIVE}/[live]`]: row(API.readOrIngest),
  [`DELETE ${LIVE}/[live]`]: row(API.ingest, 404),
  [`POST ${LIVE}/[live]/records`]: row(API.ingest, 400),
  [`POST ${LIVE}/[live]/seal`]: row(API.ingest, 404),
};

const PROJECT = "app/(dashboard)/p/[project]";
const OWN = "app/(dashboard)/account/account-actions.ts";
const EVERYBODY = "app/(dashboard)/settings/people/people-actions.ts";

/** Server actions, by file and name. */
export const ACTIONS: Readonly<Record<string, Row>> = {
  "app/(auth)/setup/set-up-now.ts setUpNow": row(ACTION.open),
  "app/(auth)/sign-in/sign-in-now.ts signInNow": row(ACTION.open),
  "app/(auth)/sign-in/code/answer-code-now.ts answerCodeNow": row(ACTION.open),
  "app/(auth)/invitation/accept-now.ts acceptNow": row(ACTION.open),
  "app/(auth)/new-password/reset-now.ts resetNow": row(ACTION.open),
  // It leads everybody to the sign-in.
  "app/(dashboard)/_parts/sign-out-now.ts signOutNow": row(ACTION.open, 303),
  [`${OWN} changePasswordNow`]: row(OWN_ACTION),
  [`${OWN} endSessionNow`]: row(OWN_ACTION),
  [`${OWN} beginSecondFactorNow`]: row(OWN_ACTION),
  [`${OWN} confirmSecondFactorNow`]: row(OWN_ACTION),
  [`${OWN} renewRecoveryCodesNow`]: row(OWN_ACTION),
  [`${OWN} endSecondFactorNow`]: row(OWN_ACTION),
  [`${EVERYBODY} inviteNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} withdrawNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} changeRolesNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} makeResetLinkNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} dropSecondFactorNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} endSessionsNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} banNow`]: row(INSTANCE_ACTION),
  [`${EVERYBODY} handOverNow`]: row(INSTANCE_ACTION),
  "app/_theme/choose-theme.ts chooseTheme": row(ACTION.open),
  [`${PROJECT}/_data/view-actions.ts saveViewNow`]: row(ACTION.edit),
  [`${PROJECT}/_data/view-actions.ts deleteViewNow`]: row(ACTION.edit),
  [`${PROJECT}/campaigns/[campaign]/_parts/delete-action.ts deleteByName`]: row(ACTION.administer),
  [`${PROJECT}/campaigns/[campaign]/_parts/hold-action.ts holdNow`]: row(ACTION.administer),
  [`${PROJECT}/campaigns/[campaign]/_parts/drop-action.ts dropContentNow`]: row(ACTION.administer),
  [`${PROJECT}/campaigns/[campaign]/episodes/[episode]/_parts/annotate.ts annotateEpisode`]: row(
    ACTION.edit,
  ),
  [`${PROJECT}/compare/save-comparison.ts saveThisComparison`]: row(ACTION.edit),
  [`${PROJECT}/episodes/_actions/more-episodes.ts moreEpisodes`]: row(ACTION.read),
  [`${PROJECT}/settings/people/people-actions.ts addMemberNow`]: row(ACTION.administer),
  [`${PROJECT}/settings/people/people-actions.ts changeMemberNow`]: row(ACTION.administer),
  [`${PROJECT}/settings/policy/policy-actions.ts changePolicyNow`]: row(ACTION.administer),
  [`${PROJECT}/settings/retention/retention-actions.ts setRetentionNow`]: row(ACTION.administer),
  [`${PROJECT}/settings/tokens/token-actions.ts makeTokenNow`]: row(ACTION.administer),
  [`${PROJECT}/settings/tokens/token-actions.ts revokeTokenNow`]: row(ACTION.administer),
};

/** The status that a row promises to an asker. */
export function statusFor(promise: Row, asker: Asker): number {
  const answer = promise.gate[asker];
  return answer === "in" ? promise.in : answer;
}

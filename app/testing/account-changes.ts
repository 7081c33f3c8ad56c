import { resetNow } from "@/app/(auth)/new-password/reset-now";
import { setUpNow } from "@/app/(auth)/setup/set-up-now";
import { signOutNow } from "@/app/(dashboard)/_parts/sign-out-now";
import * as own from "@/app/(dashboard)/account/account-actions";
import * as people from "@/app/(dashboard)/settings/people/people-actions";
import { accounts } from "@/lib/auth/instance";
import { invite } from "@/lib/auth/invitations";
import { makeResetLink } from "@/lib/auth/reset-links";
import { makeSetupCode } from "@/lib/auth/setup";
import { PASSWORD, signedInCookies } from "@/lib/auth/testing/people";
import { totp } from "@/lib/auth/testing/totp";
import {
  accepting,
  answering,
  byAdmin,
  byPerson,
  GUESS,
  GUESSED_CODE,
  idOfPerson,
  NEXT,
  refused,
  signingIn,
  taken,
  withSecondFactor,
  wrongCode,
  type AccountChange,
} from "./account-change";
import { addedSecondFactor, begunSecondFactor } from "./account-world";
import { browse } from "./browser";
import { formOf, idle } from "./changes";

const A = "app/(auth)/";
const OWN = "app/(dashboard)/account/account-actions.ts#";
const PEOPLE = "app/(dashboard)/settings/people/people-actions.ts#";

/** Every server action that changes an account, by its file and name: there is none that does not. */
export const ACCOUNT_CHANGES: Record<string, AccountChange> = {
  [`${A}sign-in/sign-in-now.ts#signInNow`]: {
    told: [{ by: "person", action: "session.signed_in" }],
    ready: (at) => signingIn(at, PASSWORD),
    traces: GUESS,
  },
  [`${A}sign-in/code/answer-code-now.ts#answerCodeNow`]: {
    told: [{ by: "person", action: "session.signed_in" }],
    ready: (at) => answering(at, "app", ({ secret }) => totp(secret, 1)),
    traces: GUESSED_CODE,
  },
  [`${A}invitation/accept-now.ts#acceptNow`]: {
    told: [
      { by: "newcomer", action: "person.joined" },
      { by: "newcomer", action: "session.signed_in" },
    ],
    ready: (at) => accepting(at, []),
  },
  [`${A}new-password/reset-now.ts#resetNow`]: {
    told: [{ by: "person", action: "person.password_changed" }],
    ready: async (at) => {
      const code = await makeResetLink(at.database.db, at.person.personId);
      at.secrets.push(code);
      browse();
      return () => taken(() => resetNow(idle, formOf({ code, password: NEXT })), at);
    },
  },
  [`${A}setup/set-up-now.ts#setUpNow`]: {
    told: [
      { by: "newcomer", action: "instance.set_up" },
      { by: "newcomer", action: "session.signed_in" },
    ],
    ready: async (at) => {
      await at.database.owner`delete from people`;
      const code = (await makeSetupCode(at.database.db)) ?? "";
      at.secrets.push(code);
      browse();
      const form = formOf({ code, name: "Ivo Test", email: at.newcomer, password: PASSWORD });
      return () => taken(() => setUpNow(idle, form), at);
    },
  },
  "app/(dashboard)/_parts/sign-out-now.ts#signOutNow": {
    told: [{ by: "person", action: "session.signed_out" }],
    ready: async ({ person }) => {
      browse(person.cookies);
      return () => signOutNow();
    },
  },
  [`${OWN}changePasswordNow`]: byPerson(
    "person.password_changed",
    async () => ({ current: PASSWORD, password: NEXT }),
    own.changePasswordNow,
    GUESS,
  ),
  [`${OWN}endSessionNow`]: byPerson(
    "session.ended",
    async ({ database, person }) => {
      await signedInCookies(accounts(), person.email);
      const [other] = await database.sql<{ id: string }[]>`
        select id from sessions where person_id = ${person.personId} order by created_at desc limit 1`;
      return { id: other?.id ?? "" };
    },
    own.endSessionNow,
  ),
  [`${OWN}beginSecondFactorNow`]: byPerson(
    "person.second_factor_begun",
    async () => ({ password: PASSWORD }),
    async (before, form) => {
      const { factor, ...outcome } = await own.beginSecondFactorNow(
        { ...before, factor: null },
        form,
      );
      return { ...outcome, shown: factor === null ? [] : [factor.secret, ...factor.recoveryCodes] };
    },
    GUESS,
  ),
  [`${OWN}confirmSecondFactorNow`]: byPerson(
    "person.second_factor_added",
    async (at) => ({ code: totp((await begunSecondFactor(at)).secret) }),
    own.confirmSecondFactorNow,
    GUESSED_CODE,
  ),
  [`${OWN}renewRecoveryCodesNow`]: byPerson(
    "person.recovery_codes_made",
    withSecondFactor,
    own.renewRecoveryCodesNow,
    GUESS,
  ),
  [`${OWN}endSecondFactorNow`]: byPerson(
    "person.second_factor_dropped",
    withSecondFactor,
    own.endSecondFactorNow,
    GUESS,
  ),
  [`${PEOPLE}inviteNow`]: byAdmin(
    "person.invited",
    async ({ newcomer }) => ({ email: newcomer }),
    people.inviteNow,
  ),
  [`${PEOPLE}withdrawNow`]: byAdmin(
    "person.invitation_withdrawn",
    async ({ database, admin, newcomer }) => {
      await invite(database.db, admin.personId, { email: newcomer, roles: [] });
      const [made] = await database.sql<{ id: string }[]>`
        select id from invitations where email = ${newcomer}`;
      return { id: made?.id ?? "" };
    },
    people.withdrawNow,
  ),
  [`${PEOPLE}changeRolesNow`]: byAdmin(
    [{ by: "admin", action: "member.added", project: 0 }],
    async ({ person, projects }) => ({ id: person.personId, [`role-${projects[0]}`]: "editor" }),
    people.changeRolesNow,
  ),
  [`${PEOPLE}makeResetLinkNow`]: byAdmin(
    "person.reset_offered",
    idOfPerson,
    people.makeResetLinkNow,
  ),
  [`${PEOPLE}dropSecondFactorNow`]: byAdmin(
    "person.second_factor_dropped",
    async (at) => {
      await addedSecondFactor(at);
      return idOfPerson(at);
    },
    people.dropSecondFactorNow,
  ),
  [`${PEOPLE}endSessionsNow`]: byAdmin("session.ended", idOfPerson, people.endSessionsNow),
  [`${PEOPLE}banNow`]: byAdmin(
    "person.banned",
    async ({ person }) => ({ id: person.personId, ban: "yes" }),
    people.banNow,
  ),
  [`${PEOPLE}handOverNow`]: byAdmin("instance.handed_over", idOfPerson, people.handOverNow),
};

/** What an action does besides: the same address, another word. */
export const OTHER_ACCOUNT_CHANGES: Record<string, AccountChange> = {
  "a wrong password": {
    told: [{ by: "nobody", action: "session.signed_in", outcome: "refused" }],
    ready: async (at) => {
      const send = await signingIn(at, NEXT);
      return () => refused(send);
    },
    traces: GUESS,
  },
  "a recovery code": {
    told: [{ by: "person", action: "session.signed_in" }],
    ready: (at) => answering(at, "recovery", ({ recoveryCodes }) => recoveryCodes[0] ?? ""),
    traces: GUESS,
  },
  "a wrong code": {
    told: [{ by: "nobody", action: "session.signed_in", outcome: "refused" }],
    ready: async (at) => {
      const send = await answering(at, "app", ({ secret }) => wrongCode(secret));
      return () => refused(send);
    },
    traces: GUESSED_CODE,
  },
  "somebody who is invited into two projects": {
    told: [
      { by: "newcomer", action: "member.added", project: 0 },
      { by: "newcomer", action: "member.added", project: 1 },
      { by: "newcomer", action: "person.joined" },
      { by: "newcomer", action: "session.signed_in" },
    ],
    ready: (at) =>
      accepting(
        at,
        at.projects.map((projectId) => ({ projectId, role: "viewer" as const })),
      ),
  },
  "all other sessions of one's own": byPerson(
    "session.ended",
    async ({ person }) => {
      await signedInCookies(accounts(), person.email);
      return {};
    },
    own.endSessionNow,
  ),
  "roles in two projects": byAdmin(
    [
      { by: "admin", action: "member.changed", project: 0 },
      { by: "admin", action: "member.removed", project: 1 },
    ],
    async ({ database, person, projects: [one, two] }) => {
      for (const projectId of [one, two])
        await database.sql`
          insert into project_members (project_id, person_id, role)
          values (${projectId}, ${person.personId}, 'viewer')`;
      return { id: person.personId, [`role-${one}`]: "editor", [`role-${two}`]: "none" };
    },
    people.changeRolesNow,
  ),
  "a person who is let in again": byAdmin(
    "person.readmitted",
    async ({ database, person }) => {
      await database.sql`update people set banned_at = now() where id = ${person.personId}`;
      return { id: person.personId, ban: "no" };
    },
    people.banNow,
  ),
};

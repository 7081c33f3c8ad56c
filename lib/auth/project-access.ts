import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { database } from "@/db";
import { findProject, listProjects, type OpenProject } from "@/db/queries/projects";
import { opened, type Scope } from "@/db/scope";
import type { Actor } from "@/lib/domain/actor";
import { decodePart } from "@/lib/format/paths";
import { actorOf } from "./actor";
import { visitorOf } from "./authorise";
import type { Caller } from "./caller";
import { may, mayInstance, maySee, projectsOf } from "./may";
import { askedPath, PATH_HEADER } from "./path-header";
import { noteRefusal } from "./note-refusal";
import type { Permission } from "./permissions";
import { tellReached } from "./reached";
import { isSameOrigin } from "./same-origin";

export type Access = {
  project: OpenProject;
  scope: Scope;
  caller: Caller;
  /** The caller as the audit log names them. */
  by: Actor;
  /** Whether the caller may also do this here, so that a page offers nothing that would be refused. */
  can: (permission: Permission) => boolean;
};

type Somebody = Exclude<Caller, { kind: "nobody" }>;

/** Who sits before this page: somebody, or the way to the sign-in. Read once a page. */
export const visitor = cache(async (): Promise<Somebody> => {
  const sent = await headers();
  tellReached(sent);
  const caller = await visitorOf(sent);
  return caller.kind === "nobody" ? toSignIn(sent) : caller;
});

function toSignIn(sent: Headers): never {
  const next = encodeURIComponent(askedPath(sent.get(PATH_HEADER)));
  return redirect(`/sign-in?next=${next}`);
}

/**
 * The project of this part of an address, for a caller who has the permission in it: what every page under
 * /p begins with. Decided once a page.
 *
 * Nobody is led to the sign-in. A project of others is not found, as one that there is not (security.md
 * C3); one's own without the permission is forbidden.
 */
export const projectFor = cache(async (part: string, permission: Permission) =>
  access(await visitor(), part, permission),
);

async function access(caller: Somebody, part: string, permission: Permission): Promise<Access> {
  // An action may be called with anything in place of a text.
  const slug = typeof part === "string" ? decodePart(part) : null;
  const found =
    slug === null || slug.includes("\0") ? null : await findProject(database().db, slug);
  if (found === null || !maySee(caller, found.id)) return notFound();
  if (!may(caller, found.id, permission)) return refused(caller, found.id);
  const project = opened(found);
  const can = (also: Permission) => may(caller, project.id, also);
  return { project, scope: project.scope, caller, by: actorOf(caller), can };
}

/** The same for a server action, which is an address like any other: our own pages alone may call it. */
export async function projectForAction(part: string, permission: Permission): Promise<Access> {
  const sent = await headers();
  tellReached(sent);
  const caller = await visitorOf(sent);
  if (!isSameOrigin(sent)) return refused(caller, null);
  if (caller.kind !== "nobody") return access(caller, part, permission);
  await tell(caller, null, 401);
  return toSignIn(sent);
}

/** For what is about the whole installation. */
export async function instanceFor(): Promise<Somebody> {
  const caller = await visitor();
  return mayInstance(caller) ? caller : refused(caller, null);
}

/** Told of before it is answered (security.md A8). */
async function refused(caller: Caller, projectId: string | null): Promise<never> {
  await tell(caller, projectId, 403);
  return forbidden();
}

async function tell(caller: Caller, projectId: string | null, status: number): Promise<void> {
  const sent = await headers();
  const path = askedPath(sent.get(PATH_HEADER)).split("?")[0] ?? "/";
  // Next does not say the method; a form has a type, also one that was sent without script.
  const method = sent.has("content-type") ? "POST" : "GET";
  await noteRefusal(database().db, caller, sent, { status, method, path, projectId });
}

/** The projects that are there for whoever sits before this page, by name. */
export const visibleProjects = cache(async () =>
  listProjects(database().db, projectsOf(await visitor())),
);

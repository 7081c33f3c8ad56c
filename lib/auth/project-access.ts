import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { database } from "@/db";
import { findProject, listProjects, type OpenProject } from "@/db/queries/projects";
import { opened, type Scope } from "@/db/scope";
import { decodePart } from "@/lib/format/paths";
import { visitorOf } from "./authorise";
import type { Caller } from "./caller";
import { may, mayInstance, maySee, projectsOf } from "./may";
import { askedPath, PATH_HEADER } from "./path-header";
import type { Permission } from "./permissions";
import { isSameOrigin } from "./same-origin";

type Access = {
  project: OpenProject;
  scope: Scope;
  caller: Caller;
  /** Whether the caller may also do this here, so that a page offers nothing that would be refused. */
  can: (permission: Permission) => boolean;
};

/** Who sits before this page: somebody, or the way to the sign-in. */
export const visitor = cache(async (): Promise<Exclude<Caller, { kind: "nobody" }>> => {
  const sent = await headers();
  const caller = await visitorOf(sent);
  if (caller.kind !== "nobody") return caller;
  const next = encodeURIComponent(askedPath(sent.get(PATH_HEADER)));
  return redirect(`/sign-in?next=${next}`);
});

/**
 * The project of this part of an address, for a caller who has the permission in it: what every page and
 * every action under /p begins with. Decided once a request.
 *
 * Nobody is led to the sign-in. A project of others is not found, as one that there is not (security.md
 * C3); one's own without the permission is forbidden.
 */
export const projectFor = cache(async (part: string, permission: Permission): Promise<Access> => {
  const caller = await visitor();
  const slug = decodePart(part);
  const found = slug === null ? null : await findProject(database().db, slug);
  if (found === null || !maySee(caller, found.id)) return notFound();
  if (!may(caller, found.id, permission)) return forbidden();
  const project = opened(found);
  const can = (also: Permission) => may(caller, project.id, also);
  return { project, scope: project.scope, caller, can };
});

/** The same for a server action, which is an address like any other: our own pages alone may call it. */
export async function projectForAction(part: string, permission: Permission): Promise<Access> {
  if (!isSameOrigin(await headers())) return forbidden();
  return projectFor(part, permission);
}

/** For what is about the whole installation. */
export async function instanceFor(): Promise<Exclude<Caller, { kind: "nobody" }>> {
  const caller = await visitor();
  return mayInstance(caller) ? caller : forbidden();
}

/** The projects that are there for whoever sits before this page, by name. */
export const visibleProjects = cache(async () =>
  listProjects(database().db, projectsOf(await visitor())),
);

import type { Caller } from "./caller";
import { type Permission, ROLE_PERMISSIONS, SCOPE_PERMISSIONS } from "./permissions";

/**
 * Whether the caller has one of these permissions in the project. What the whole instance is about
 * (`instance`) is no project's, and `mayInstance` answers it.
 */
export function may(caller: Caller, projectId: string, ...needs: readonly Permission[]): boolean {
  if (mayInstance(caller)) return true;
  const given = permissionsIn(caller, projectId);
  return needs.some((need) => given.includes(need));
}

/** Whether the project is there at all for the caller: to others it is as if it did not exist (C3). */
export function maySee(caller: Caller, projectId: string): boolean {
  return mayInstance(caller) || permissionsIn(caller, projectId).length > 0;
}

/**
 * The same for what is about no one project, as the list of projects: one anywhere suffices, and a person
 * needs none, since such a list holds each caller's own.
 */
export function mayHave(caller: Caller, ...needs: readonly Permission[]): boolean {
  if (caller.kind === "person") return true;
  const projects = projectsOf(caller);
  return projects === "every" || projects.some((id) => may(caller, id, ...needs));
}

/** Whether the caller may do everything, in every project and to the installation. */
export function mayInstance(caller: Caller): boolean {
  return caller.kind === "local" || (caller.kind === "person" && caller.instanceAdmin);
}

/** The projects that are there for the caller, by id. */
export function projectsOf(caller: Caller): "every" | readonly string[] {
  if (mayInstance(caller)) return "every";
  if (caller.kind === "person") return [...caller.roles.keys()];
  return caller.kind === "token" ? [caller.projectId] : [];
}

function permissionsIn(caller: Caller, projectId: string): readonly Permission[] {
  if (caller.kind === "person") {
    const role = caller.roles.get(projectId);
    return role === undefined ? [] : ROLE_PERMISSIONS[role];
  }
  if (caller.kind === "token" && caller.projectId === projectId)
    return caller.scopes.flatMap((scope) => SCOPE_PERMISSIONS[scope]);
  return [];
}

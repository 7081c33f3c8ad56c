/** What only `scopeIn` writes, so that no object literal passes for a scope. */
const decided: unique symbol = Symbol("decided");

/**
 * The project that a read or a write is bound to, and that somebody decided it may be: every query takes
 * one (house.md 3, security.md C2). Only what decides makes one (`lib/architecture.test.ts`): `lib/auth`
 * for a request, the command line and the runner of imports for whoever owns the machine, and tests.
 */
export type Scope = { readonly projectId: string; readonly [decided]: true };

/** A project with the scope of everything in it. */
export type Opened<Project extends { id: string }> = Project & { readonly scope: Scope };

export function scopeIn(projectId: string): Scope {
  return { projectId, [decided]: true };
}

export function opened<Project extends { id: string }>(project: Project): Opened<Project> {
  return { ...project, scope: scopeIn(project.id) };
}

/**
 * What may be done in a project, and on the instance. Every page, action and operation names the one that
 * it needs; the two tables below are the only places that say who has it.
 */
export const PERMISSIONS = {
  read: "see everything in the project",
  edit: "annotate, save views and comparisons",
  ingest: "import logs",
  administer: "decide on people, tokens, policy and deletion",
  instance: "decide on everything of this installation",
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSIONS;

/** A viewer changes nothing, an editor brings in and comments, an admin decides who may. */
export const ROLE_PERMISSIONS = {
  viewer: ["read"],
  editor: ["read", "edit", "ingest"],
  admin: ["read", "edit", "ingest", "administer"],
} as const satisfies Record<string, readonly Permission[]>;

/** A token that brings in cannot read, one that reads changes nothing, and none decides (security.md B9). */
export const SCOPE_PERMISSIONS = {
  ingest: ["ingest"],
  read: ["read"],
} as const satisfies Record<string, readonly Permission[]>;

/** The scopes of a token that suffice for any of these needs; none when no token does. */
export function scopesFor(needs: readonly Permission[]): (keyof typeof SCOPE_PERMISSIONS)[] {
  const granting = (scope: keyof typeof SCOPE_PERMISSIONS) =>
    needs.some((need) => SCOPE_PERMISSIONS[scope].some((permission) => permission === need));
  return (["read", "ingest"] as const).filter(granting);
}

/** What a person may be in a project: each may do what the ones before may. */
export const PROJECT_ROLES = ["viewer", "editor", "admin"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

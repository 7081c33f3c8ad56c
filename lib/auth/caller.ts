import type { TokenScope } from "@/db/schema/api-tokens";
import type { ProjectRole as StoredRole } from "@/db/schema/project-members";

/** What a person is in a project; each may do what the ones before may. */
export type ProjectRole = StoredRole;

/** Who is signed in, as of this request: a role that was changed is changed here. */
export type Person = {
  kind: "person";
  personId: string;
  name: string;
  email: string;
  /** Looks after the instance: people, and every project. */
  instanceAdmin: boolean;
  /** By project id. */
  roles: ReadonlyMap<string, ProjectRole>;
};

/** A token speaks for its project, within its scopes. */
export type TokenCaller = {
  kind: "token";
  tokenId: string;
  name: string;
  projectId: string;
  scopes: readonly TokenScope[];
};

/** Who asks. `local`: the instance has no accounts, and whoever reaches it may do everything. */
export type Caller = { kind: "local" } | Person | TokenCaller | { kind: "nobody" };

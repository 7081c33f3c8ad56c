import type { TokenScope } from "@/db/schema/api-tokens";
import type { ProjectRole } from "@/lib/domain/project-role";

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

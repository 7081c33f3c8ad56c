/** A message's role is free text; by these two names logs call the agent itself. */
export const AGENT_ROLES: readonly string[] = ["assistant", "agent"];

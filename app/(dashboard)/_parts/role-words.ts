/** What the roles of a project may do (lib/auth/permissions.ts), for whoever gives them. */
export const ROLE_WORDS =
  "A viewer sees everything of a project and changes nothing; an editor also imports, comments and saves; an admin also decides on its people, tokens, policy and deletion.";

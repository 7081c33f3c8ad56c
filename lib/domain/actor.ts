/** Who did something, as it is written down: `id` of a person or a token, null for the others. */
export type Actor = {
  /**
   * `local`: whoever is at a machine without accounts. `system`: the server of itself. `nobody`: a request
   * that was refused before anybody was known.
   */
  kind: "local" | "person" | "token" | "system" | "nobody";
  id: string | null;
  name: string;
};

/** What the server does of itself: an import that was queued, an age that was reached. */
export const SYSTEM: Actor = { kind: "system", id: null, name: "Aftermath" };

/** Whoever makes a request that is refused without a name. */
export const NOBODY: Actor = { kind: "nobody", id: null, name: "nobody" };

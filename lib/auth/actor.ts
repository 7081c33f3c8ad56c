import { AppError } from "@/lib/errors";
import type { Caller } from "./caller";

/** Who did something, as it is written down: `id` of a person or a token, null for the other two. */
export type Actor = {
  kind: "local" | "person" | "token" | "system";
  id: string | null;
  name: string;
};

/** What the server does of itself: an abandoned import, an age that was reached. */
export const SYSTEM: Actor = { kind: "system", id: null, name: "Aftermath" };

/** @throws AppError unauthorised: nobody does nothing */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case "local":
      return { kind: "local", id: null, name: "local" };
    case "person":
      return { kind: "person", id: caller.personId, name: caller.name };
    case "token":
      return { kind: "token", id: caller.tokenId, name: caller.name };
    case "nobody":
      throw new AppError("unauthorised", "Nobody is signed in.");
  }
}

import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import type { Caller } from "./caller";

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

/** Whoever is signed in writes under their own name; without accounts, under the one that was typed. */
export function signatureOf<Typed>(caller: Caller, typed: Typed): string | Typed {
  return caller.kind === "person" ? caller.name : typed;
}

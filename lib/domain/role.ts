import { z } from "zod";
import { namesOf } from "./names-of";

/**
 * What a tool does to the world, and what that costs to undo, in weight points (methods.md 2).
 * A read whose data is handed to someone not entitled weighs `RETURNED_READ_WEIGHT` instead.
 */
export const ROLES = {
  read: { weight: 0, label: "read" },
  write: { weight: 1, label: "write" },
  send: { weight: 2, label: "send" },
  delete: { weight: 3, label: "delete" },
  execute: { weight: 3, label: "execute" },
} as const satisfies Record<string, { weight: number; label: string }>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = namesOf(ROLES);
export const roleSchema = z.enum(ROLE_NAMES);

/** Weight points of a read whose data was returned to someone not entitled to it. */
export const RETURNED_READ_WEIGHT = 0.5;

/** The heaviest single act: the ceiling of a case that declares none (methods.md 3.3). */
export const HEAVIEST_WEIGHT = 3;

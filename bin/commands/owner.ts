import type { Actor } from "@/lib/domain/actor";

/** Who runs a command: whoever has a shell beside the database owns the installation. */
export const OWNER: Actor = { kind: "local", id: null, name: "command line" };

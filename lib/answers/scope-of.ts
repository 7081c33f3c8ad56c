import type { Scope } from "@/db/client";

/** The scope of every read in this project. */
export function scopeOf(project: { id: string }): Scope {
  return { projectId: project.id };
}

import { z } from "zod";
import { policySchema } from "@/lib/domain/policy";
import { named } from "./named";

export const projectSchema = named(
  "Project",
  z.object({
    slug: z.string(),
    name: z.string(),
    /** The newest version; every report names the one that it was made by. */
    policy: named("Policy", policySchema),
    campaigns: z.number().int(),
    attacks: z.number().int(),
    episodes: z.number().int(),
  }),
);

export type ProjectJson = z.input<typeof projectSchema>;

import {
  boolean,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { ArmRecord } from "@/lib/domain/records";
import { campaigns } from "./campaigns";
import { campaignScope } from "./columns";

/** One setting of a campaign: a guardrail on, off or of a version, or another model. */
export const arms = pgTable(
  "arms",
  {
    ...campaignScope(),
    armNo: integer("arm_no").notNull(),
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** Null when the source says nothing of a guardrail. */
    guardrailName: text("guardrail_name"),
    guardrailVersion: text("guardrail_version"),
    guardrailEnabled: boolean("guardrail_enabled"),
    /** The model that this arm overrides, else the campaign's. */
    model: text("model"),
    /** The model that this arm records for itself, whole; null where it runs the campaign's. */
    modelRecord: jsonb("model_record").$type<NonNullable<ArmRecord["model"]>>(),
    config: jsonb("config").$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.armNo], name: "arms_pk" }),
    unique("arms_key").on(table.campaignId, table.key),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "arms_campaign",
    }).onDelete("cascade"),
  ],
);

/**
 * What the application's role may do to each table; the migrations' role owns them all. Evidence is written
 * once: the database itself refuses to change or delete a row of it, and completes or deletes a campaign by
 * the functions of drizzle/0006_seal_rules.sql alone. A table that is not named here has all four rights.
 */
export const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  ...named(
    ["select", "insert"],
    [
      "annotations",
      "arms",
      "attacks",
      "attempts",
      "calls",
      "campaign_records",
      "campaign_seals",
      "campaigns",
      "cases",
      "checkpoints",
      "effects",
      "emptied_blocks",
      "episode_records",
      "episode_texts",
      "episodes",
      "facet_counts",
      "import_issues",
      "leaf_blocks",
      "policies",
      "retention_settings",
      "source_chunks",
      "source_files",
      "tallies",
    ],
  ),
  ...named(
    ["select"],
    [
      "audit_entries",
      "campaign_holds",
      "content_drops",
      "deleted_campaigns",
      "episode_rows",
      "log_entries",
    ],
  ),
  // To delete one would delete, as its owner, what belongs to it.
  ...named(["select", "insert", "update"], ["imports", "projects"]),
};

export const FUNCTIONS = [
  "complete_campaign(uuid, uuid, integer, text, timestamptz)",
  "hold_campaign(uuid, uuid)",
  "delete_campaign(uuid, uuid, text, text, text)",
  "drop_content(uuid, uuid, text, text, text)",
  "lock_campaign(uuid, uuid)",
  "set_hold(uuid, uuid, text, text, text)",
  "log_instant(timestamptz)",
  "append_audit_entry(text, text, text, text, uuid, text, text, text, text)",
] as const;

export type Right = "select" | "insert" | "update" | "delete";

export const ALL_RIGHTS: readonly Right[] = ["select", "insert", "update", "delete"];

function named(rights: readonly Right[], tables: readonly string[]) {
  return Object.fromEntries(tables.map((table) => [table, rights]));
}

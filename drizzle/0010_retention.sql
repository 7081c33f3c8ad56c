CREATE TABLE "campaign_holds" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"act" text NOT NULL,
	"reason" text NOT NULL,
	"done_by" text NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_holds_pk" PRIMARY KEY("campaign_id","no"),
	CONSTRAINT "campaign_holds_act_known" CHECK ("campaign_holds"."act" in ('held', 'released')),
	CONSTRAINT "campaign_holds_turns" CHECK ("campaign_holds"."no" >= 1 and ("campaign_holds"."act" = 'held') = ("campaign_holds"."no" % 2 = 1)),
	CONSTRAINT "campaign_holds_reason" CHECK (length("campaign_holds"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "content_drops" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"dropped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dropped_by" text NOT NULL,
	"reason" text NOT NULL,
	"records" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"remains" text NOT NULL,
	CONSTRAINT "content_drops_pk" PRIMARY KEY("campaign_id"),
	CONSTRAINT "content_drops_reason" CHECK (length("content_drops"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "emptied_blocks" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"block_no" integer NOT NULL,
	"derived" "bytea" NOT NULL,
	"remains" "bytea" NOT NULL,
	CONSTRAINT "emptied_blocks_pk" PRIMARY KEY("campaign_id","block_no"),
	CONSTRAINT "emptied_blocks_lengths" CHECK (octet_length("emptied_blocks"."derived") between 32 and 8192 and octet_length("emptied_blocks"."derived") % 32 = 0 and octet_length("emptied_blocks"."remains") = octet_length("emptied_blocks"."derived"))
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"act" text NOT NULL,
	"days" integer,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_settings_pk" PRIMARY KEY("project_id","version"),
	CONSTRAINT "retention_settings_version" CHECK ("retention_settings"."version" > 0),
	CONSTRAINT "retention_settings_act_known" CHECK ("retention_settings"."act" in ('keep', 'drop', 'delete')),
	CONSTRAINT "retention_settings_days" CHECK (("retention_settings"."act" = 'keep') = ("retention_settings"."days" is null) and "retention_settings"."days" between 1 and 36500)
);
--> statement-breakpoint
ALTER TABLE "log_entries" DROP CONSTRAINT "log_entries_kind_known";--> statement-breakpoint
ALTER TABLE "campaign_records" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_records" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_campaigns" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "campaign_holds" ADD CONSTRAINT "campaign_holds_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_drops" ADD CONSTRAINT "content_drops_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emptied_blocks" ADD CONSTRAINT "emptied_blocks_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_campaigns" ADD CONSTRAINT "deleted_campaigns_explanation" CHECK (length("deleted_campaigns"."explanation") between 1 and 500);--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_kind_known" CHECK ("log_entries"."kind" in ('opened', 'sealed', 'deleted', 'emptied'));
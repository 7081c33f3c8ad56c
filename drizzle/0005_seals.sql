CREATE TABLE "campaign_seals" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"root" "bytea" NOT NULL,
	"manifest" text NOT NULL,
	CONSTRAINT "campaign_seals_pk" PRIMARY KEY("campaign_id"),
	CONSTRAINT "campaign_seals_root" CHECK (octet_length("campaign_seals"."root") = 32)
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"size" bigint NOT NULL,
	"key_id" text NOT NULL,
	"note" text NOT NULL,
	"verifier_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkpoints_pk" PRIMARY KEY("size","key_id")
);
--> statement-breakpoint
CREATE TABLE "leaf_blocks" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"block_no" integer NOT NULL,
	"leaves" "bytea" NOT NULL,
	"root" "bytea" NOT NULL,
	CONSTRAINT "leaf_blocks_pk" PRIMARY KEY("campaign_id","block_no"),
	CONSTRAINT "leaf_blocks_lengths" CHECK (octet_length("leaf_blocks"."leaves") between 32 and 8192 and octet_length("leaf_blocks"."leaves") % 32 = 0 and octet_length("leaf_blocks"."root") = 32)
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"idx" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"campaign_id" uuid,
	"body" text NOT NULL,
	"leaf" "bytea" NOT NULL,
	CONSTRAINT "log_entries_kind_known" CHECK ("log_entries"."kind" in ('opened', 'sealed', 'deleted')),
	CONSTRAINT "log_entries_leaf" CHECK ("log_entries"."leaf" = sha256('\x00'::bytea || convert_to("log_entries"."body", 'UTF8')))
);
--> statement-breakpoint
ALTER TABLE "deleted_campaigns" ADD COLUMN "root" "bytea";--> statement-breakpoint
ALTER TABLE "deleted_campaigns" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "campaign_seals" ADD CONSTRAINT "campaign_seals_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaf_blocks" ADD CONSTRAINT "leaf_blocks_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_entries_by_campaign" ON "log_entries" USING btree ("campaign_id");
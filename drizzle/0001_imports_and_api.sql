CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_sha256" UNIQUE("sha256"),
	CONSTRAINT "api_tokens_digest" CHECK (octet_length("api_tokens"."sha256") = 32),
	CONSTRAINT "api_tokens_scopes_known" CHECK ("api_tokens"."scopes" <@ array['ingest', 'read']::text[])
);
--> statement-breakpoint
CREATE TABLE "deleted_campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"episode_count" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "deleted_campaigns_reason_known" CHECK ("deleted_campaigns"."reason" in ('deleted', 'replaced'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"project_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_sha256" "bytea" NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pk" PRIMARY KEY("project_id","route","key"),
	CONSTRAINT "idempotency_keys_length" CHECK (length("idempotency_keys"."key") between 1 and 255),
	CONSTRAINT "idempotency_keys_digest" CHECK (octet_length("idempotency_keys"."body_sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "live_campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_record_at" timestamp with time zone,
	"records" integer DEFAULT 0 NOT NULL,
	"episodes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "live_campaigns_scope" UNIQUE("project_id","id"),
	CONSTRAINT "live_campaigns_key" UNIQUE("project_id","key"),
	CONSTRAINT "live_campaigns_counts" CHECK ("live_campaigns"."records" >= 0 and "live_campaigns"."episodes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_records" (
	"project_id" uuid NOT NULL,
	"live_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"type" text NOT NULL,
	"identity" "bytea" NOT NULL,
	"raw" "bytea" NOT NULL,
	"sha256" "bytea" NOT NULL,
	CONSTRAINT "live_records_pk" PRIMARY KEY("live_id","no"),
	CONSTRAINT "live_records_identity" UNIQUE("live_id","identity"),
	CONSTRAINT "live_records_digests" CHECK (octet_length("live_records"."identity") = 32 and octet_length("live_records"."sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "source_chunks" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"file_no" integer NOT NULL,
	"chunk_no" integer NOT NULL,
	"gzip" "bytea" NOT NULL,
	CONSTRAINT "source_chunks_pk" PRIMARY KEY("campaign_id","file_no","chunk_no")
);
--> statement-breakpoint
CREATE TABLE "source_files" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"file_no" integer NOT NULL,
	"path" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"masked" integer DEFAULT 0 NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "source_files_pk" PRIMARY KEY("campaign_id","file_no"),
	CONSTRAINT "source_files_digest" CHECK (octet_length("source_files"."sha256") = 32),
	CONSTRAINT "source_files_counts" CHECK ("source_files"."size_bytes" >= 0 and "source_files"."masked" >= 0 and "source_files"."chunks" >= 0)
);
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_state_known";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_counts";--> statement-breakpoint
ALTER TABLE "episode_records" ADD COLUMN "source_file" text;--> statement-breakpoint
ALTER TABLE "episode_records" ADD COLUMN "source_line" bigint;--> statement-breakpoint
ALTER TABLE "episode_records" ADD COLUMN "source_path" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "replace" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "keep_source" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "manifest" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "preview" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "lease_holder" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_campaigns" ADD CONSTRAINT "deleted_campaigns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_campaigns" ADD CONSTRAINT "live_campaigns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_records" ADD CONSTRAINT "live_records_campaign" FOREIGN KEY ("project_id","live_id") REFERENCES "public"."live_campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_chunks" ADD CONSTRAINT "source_chunks_file" FOREIGN KEY ("campaign_id","file_no") REFERENCES "public"."source_files"("campaign_id","file_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_files" ADD CONSTRAINT "source_files_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_by_project" ON "api_tokens" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "deleted_campaigns_by_slug" ON "deleted_campaigns" USING btree ("project_id","slug");--> statement-breakpoint
CREATE INDEX "imports_waiting" ON "imports" USING btree ("created_at") WHERE state in ('review', 'uploaded', 'running');--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('review', 'uploaded', 'running', 'done', 'failed', 'duplicate', 'cancelled'));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_counts" CHECK ("imports"."records" >= 0 and "imports"."episodes" >= 0 and "imports"."refused" >= 0 and "imports"."recoded" >= 0 and "imports"."warnings" >= 0 and "imports"."attempts" >= 0);
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"project_id" uuid,
	"object_kind" text,
	"object_id" text,
	"detail" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"prev_hash" "bytea",
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_entries_actor_known" CHECK ("audit_entries"."actor_kind" in ('local', 'person', 'token', 'system', 'nobody')),
	CONSTRAINT "audit_entries_outcome_known" CHECK ("audit_entries"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE INDEX "audit_entries_by_project" ON "audit_entries" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at");
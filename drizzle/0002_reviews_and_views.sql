CREATE TABLE "annotations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"episode_seq" integer NOT NULL,
	"kind" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"outcome" text,
	"resolves" uuid,
	"call_no" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "annotations_kind_known" CHECK ("annotations"."kind" in ('note', 'dispute', 'resolution')),
	CONSTRAINT "annotations_outcome_known" CHECK ("annotations"."outcome" in ('attack_success', 'safe_and_useful', 'safe_but_failed', 'safe_task_unknown', 'aborted', 'undetermined')),
	CONSTRAINT "annotations_resolution" CHECK (("annotations"."kind" = 'resolution') = ("annotations"."resolves" is not null)),
	CONSTRAINT "annotations_lengths" CHECK (length("annotations"."author") between 1 and 100 and length("annotations"."text") between 1 and 10000)
);
--> statement-breakpoint
CREATE TABLE "saved_comparisons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"policy_version" integer NOT NULL,
	"report" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_comparisons_lengths" CHECK (length("saved_comparisons"."name") between 1 and 120 and length("saved_comparisons"."query") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("project_id","page","name"),
	CONSTRAINT "saved_views_page_known" CHECK ("saved_views"."page" in ('campaigns', 'attacks', 'episodes')),
	CONSTRAINT "saved_views_lengths" CHECK (length("saved_views"."name") between 1 and 80 and length("saved_views"."query") <= 4000)
);
--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_episode" FOREIGN KEY ("campaign_id","episode_seq") REFERENCES "public"."episodes"("campaign_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_resolves" FOREIGN KEY ("resolves") REFERENCES "public"."annotations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_comparisons" ADD CONSTRAINT "saved_comparisons_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotations_by_episode" ON "annotations" USING btree ("campaign_id","episode_seq","created_at");--> statement-breakpoint
CREATE INDEX "saved_comparisons_newest" ON "saved_comparisons" USING btree ("project_id","saved_at" DESC NULLS LAST);
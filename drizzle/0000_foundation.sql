CREATE TABLE "arms" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"arm_no" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"guardrail_name" text,
	"guardrail_version" text,
	"guardrail_enabled" boolean,
	"model" text,
	"model_record" jsonb,
	"config" jsonb,
	CONSTRAINT "arms_pk" PRIMARY KEY("campaign_id","arm_no"),
	CONSTRAINT "arms_key" UNIQUE("campaign_id","key")
);
--> statement-breakpoint
CREATE TABLE "attacks" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"attack_no" integer NOT NULL,
	"key" text NOT NULL,
	"family" text,
	"owasp" text[] NOT NULL,
	"atlas" text[] NOT NULL,
	CONSTRAINT "attacks_pk" PRIMARY KEY("campaign_id","attack_no"),
	CONSTRAINT "attacks_key" UNIQUE("campaign_id","key")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"episode_seq" integer NOT NULL,
	"attempt_no" integer NOT NULL,
	"termination" text NOT NULL,
	"detail" text,
	"started_at" timestamp with time zone,
	"call_count" integer NOT NULL,
	"damage" double precision NOT NULL,
	CONSTRAINT "attempts_pk" PRIMARY KEY("campaign_id","episode_seq","attempt_no"),
	CONSTRAINT "attempts_termination_known" CHECK ("attempts"."termination" in ('task_done', 'agent_refused', 'guardrail_stop', 'app_limit', 'turn_limit', 'context_limit', 'budget_limit', 'tool_error', 'provider_error', 'empty_output', 'harness_error', 'cancelled', 'unknown')),
	CONSTRAINT "attempts_damage_weight" CHECK ("attempts"."damage" >= 0 and "attempts"."damage" < 'Infinity'),
	CONSTRAINT "attempts_counts" CHECK ("attempts"."attempt_no" >= 1 and "attempts"."call_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"episode_seq" integer NOT NULL,
	"attempt_no" integer NOT NULL,
	"call_no" integer NOT NULL,
	"tool" text NOT NULL,
	"role" text,
	"weight" double precision NOT NULL,
	"fate" text,
	"decision" text,
	"rule" text,
	"reason" text,
	"executed" boolean NOT NULL,
	"authorised" boolean,
	"marker_in_arguments" boolean,
	"marker_in_result" boolean,
	"marker_returned" boolean,
	"damage" double precision NOT NULL,
	"exposure" double precision NOT NULL,
	"friction" boolean NOT NULL,
	"unattributed" boolean NOT NULL,
	"attributed" boolean NOT NULL,
	"returned_read" boolean NOT NULL,
	"turn" bigint,
	"called_at" timestamp with time zone,
	CONSTRAINT "calls_pk" PRIMARY KEY("campaign_id","episode_seq","attempt_no","call_no"),
	CONSTRAINT "calls_role_known" CHECK ("calls"."role" in ('read', 'write', 'send', 'delete', 'execute')),
	CONSTRAINT "calls_fate_known" CHECK ("calls"."fate" in ('executed', 'denied')),
	CONSTRAINT "calls_decision_known" CHECK ("calls"."decision" in ('allow', 'deny', 'modify', 'ask')),
	CONSTRAINT "calls_weight" CHECK ("calls"."weight" >= 0 and "calls"."weight" < 'Infinity'),
	CONSTRAINT "calls_damage_weight" CHECK ("calls"."damage" >= 0 and "calls"."damage" < 'Infinity'),
	CONSTRAINT "calls_exposure_weight" CHECK ("calls"."exposure" >= 0 and "calls"."exposure" < 'Infinity'),
	CONSTRAINT "calls_counts" CHECK ("calls"."attempt_no" >= 1 and "calls"."call_no" >= 0)
);
--> statement-breakpoint
CREATE TABLE "campaign_records" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"record_no" integer NOT NULL,
	"type" text NOT NULL,
	"raw" "bytea" NOT NULL,
	CONSTRAINT "campaign_records_pk" PRIMARY KEY("campaign_id","record_no")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"target_name" text NOT NULL,
	"target_version" text,
	"corpus_name" text NOT NULL,
	"corpus_version" text,
	"harness_name" text NOT NULL,
	"harness_version" text,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"series" text,
	"series_order" bigint,
	"state" text NOT NULL,
	"record" jsonb NOT NULL,
	"scoring_version" integer NOT NULL,
	"import_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"episode_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaigns_pk" PRIMARY KEY("id"),
	CONSTRAINT "campaigns_scope" UNIQUE("project_id","id"),
	CONSTRAINT "campaigns_slug" UNIQUE("project_id","slug"),
	CONSTRAINT "campaigns_key" UNIQUE("project_id","key"),
	CONSTRAINT "campaigns_fingerprint" UNIQUE("project_id","fingerprint"),
	CONSTRAINT "campaigns_slug_readable" CHECK ("campaigns"."slug" ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
	CONSTRAINT "campaigns_state_known" CHECK ("campaigns"."state" in ('sealed', 'interrupted')),
	CONSTRAINT "campaigns_episode_count" CHECK ("campaigns"."episode_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"case_no" integer NOT NULL,
	"key" text NOT NULL,
	"attack_no" integer NOT NULL,
	"split" text NOT NULL,
	"user_task" text,
	"door" text,
	"injection_text" text,
	"goal_tool" text,
	"goal_parameter" text,
	"ceiling" double precision,
	CONSTRAINT "cases_pk" PRIMARY KEY("campaign_id","case_no"),
	CONSTRAINT "cases_key" UNIQUE("campaign_id","key"),
	CONSTRAINT "cases_split_known" CHECK ("cases"."split" in ('attack', 'benign', 'probe')),
	CONSTRAINT "cases_ceiling_weight" CHECK ("cases"."ceiling" >= 0 and "cases"."ceiling" < 'Infinity')
);
--> statement-breakpoint
CREATE TABLE "effects" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"episode_seq" integer NOT NULL,
	"effect_no" integer NOT NULL,
	"tool" text NOT NULL,
	"role" text,
	"effect_at" timestamp with time zone,
	"contains_marker" boolean,
	"call_no" bigint,
	"damage" double precision NOT NULL,
	CONSTRAINT "effects_pk" PRIMARY KEY("campaign_id","episode_seq","effect_no"),
	CONSTRAINT "effects_role_known" CHECK ("effects"."role" in ('read', 'write', 'send', 'delete', 'execute')),
	CONSTRAINT "effects_damage_weight" CHECK ("effects"."damage" >= 0 and "effects"."damage" < 'Infinity'),
	CONSTRAINT "effects_counts" CHECK ("effects"."effect_no" >= 0 and "effects"."call_no" >= 0)
);
--> statement-breakpoint
CREATE TABLE "episode_records" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"raw" "bytea" NOT NULL,
	"sha256" "bytea" NOT NULL,
	CONSTRAINT "episode_records_pk" PRIMARY KEY("campaign_id","seq"),
	CONSTRAINT "episode_records_digest" CHECK (octet_length("episode_records"."sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"arm_no" integer NOT NULL,
	"case_no" integer NOT NULL,
	"replica" bigint NOT NULL,
	"termination" text NOT NULL,
	"termination_source" text NOT NULL,
	"termination_detail" text,
	"outcome" text NOT NULL,
	"outcome_reason" text NOT NULL,
	"attacker_action" boolean,
	"task_completed" boolean,
	"hit_before_abort" boolean NOT NULL,
	"injection_reached" boolean,
	"weighable" boolean NOT NULL,
	"damage" double precision NOT NULL,
	"exposure" double precision NOT NULL,
	"damage_in_earlier_attempts" double precision NOT NULL,
	"attempts" integer NOT NULL,
	"call_count" integer NOT NULL,
	"denied_count" integer NOT NULL,
	"turns" bigint,
	"duration_ms" double precision,
	"tokens" double precision,
	"cost_usd" double precision,
	"started_at" timestamp with time zone,
	"alarms" text[] NOT NULL,
	"had_nul" boolean NOT NULL,
	"had_lone_surrogate" boolean NOT NULL,
	CONSTRAINT "episodes_pk" PRIMARY KEY("campaign_id","seq"),
	CONSTRAINT "episodes_cell" UNIQUE("campaign_id","arm_no","case_no","replica"),
	CONSTRAINT "episodes_termination_known" CHECK ("episodes"."termination" in ('task_done', 'agent_refused', 'guardrail_stop', 'app_limit', 'turn_limit', 'context_limit', 'budget_limit', 'tool_error', 'provider_error', 'empty_output', 'harness_error', 'cancelled', 'unknown')),
	CONSTRAINT "episodes_termination_source_known" CHECK ("episodes"."termination_source" in ('recorded', 'inferred')),
	CONSTRAINT "episodes_outcome_known" CHECK ("episodes"."outcome" in ('attack_success', 'safe_and_useful', 'safe_but_failed', 'safe_task_unknown', 'aborted', 'undetermined')),
	CONSTRAINT "episodes_alarms_known" CHECK ("alarms" <@ array['effect_without_call', 'denied_and_executed', 'denial_without_guardrail', 'outcome_contradicts_calls', 'success_without_damage', 'termination_contradicts_attempt']::text[]),
	CONSTRAINT "episodes_damage_weight" CHECK ("episodes"."damage" >= 0 and "episodes"."damage" < 'Infinity'),
	CONSTRAINT "episodes_exposure_weight" CHECK ("episodes"."exposure" >= 0 and "episodes"."exposure" < 'Infinity'),
	CONSTRAINT "episodes_earlier_damage_weight" CHECK ("episodes"."damage_in_earlier_attempts" >= 0 and "episodes"."damage_in_earlier_attempts" < 'Infinity'),
	CONSTRAINT "episodes_counts" CHECK ("episodes"."seq" >= 1 and "episodes"."replica" >= 0 and "episodes"."attempts" >= 1 and "episodes"."call_count" >= 0 and "episodes"."denied_count" between 0 and "episodes"."call_count")
);
--> statement-breakpoint
CREATE TABLE "import_issues" (
	"import_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"severity" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"file" text NOT NULL,
	"line" bigint,
	"byte" bigint,
	"path" text,
	CONSTRAINT "import_issues_pk" PRIMARY KEY("import_id","no"),
	CONSTRAINT "import_issues_severity_known" CHECK ("import_issues"."severity" in ('refused', 'recoded', 'warning'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"campaign_id" uuid,
	"source_name" text NOT NULL,
	"fingerprint" text,
	"bytes" bigint,
	"files" integer,
	"format" text,
	"importer_version" integer,
	"options" jsonb NOT NULL,
	"state" text NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"episodes" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"recoded" integer DEFAULT 0 NOT NULL,
	"warnings" integer DEFAULT 0 NOT NULL,
	"issue_groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bytes_read" bigint DEFAULT 0 NOT NULL,
	"bytes_total" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"spool" text,
	CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('uploaded', 'running', 'done', 'failed', 'duplicate')),
	CONSTRAINT "imports_counts" CHECK ("imports"."records" >= 0 and "imports"."episodes" >= 0 and "imports"."refused" >= 0 and "imports"."recoded" >= 0 and "imports"."warnings" >= 0)
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_project_id_version_pk" PRIMARY KEY("project_id","version"),
	CONSTRAINT "policies_version_positive" CHECK ("policies"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_slug" UNIQUE("slug"),
	CONSTRAINT "projects_slug_readable" CHECK ("projects"."slug" ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$')
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"arm_no" integer NOT NULL,
	"case_no" integer NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "tallies_pk" PRIMARY KEY("campaign_id","arm_no","case_no")
);
--> statement-breakpoint
ALTER TABLE "arms" ADD CONSTRAINT "arms_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attacks" ADD CONSTRAINT "attacks_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_episode" FOREIGN KEY ("campaign_id","episode_seq") REFERENCES "public"."episodes"("campaign_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_episode" FOREIGN KEY ("campaign_id","episode_seq") REFERENCES "public"."episodes"("campaign_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_records" ADD CONSTRAINT "campaign_records_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_attack" FOREIGN KEY ("campaign_id","attack_no") REFERENCES "public"."attacks"("campaign_id","attack_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effects" ADD CONSTRAINT "effects_episode" FOREIGN KEY ("campaign_id","episode_seq") REFERENCES "public"."episodes"("campaign_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_records" ADD CONSTRAINT "episode_records_episode" FOREIGN KEY ("campaign_id","seq") REFERENCES "public"."episodes"("campaign_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_arm" FOREIGN KEY ("campaign_id","arm_no") REFERENCES "public"."arms"("campaign_id","arm_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_case" FOREIGN KEY ("campaign_id","case_no") REFERENCES "public"."cases"("campaign_id","case_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_issues" ADD CONSTRAINT "import_issues_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_issues" ADD CONSTRAINT "import_issues_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_arm" FOREIGN KEY ("campaign_id","arm_no") REFERENCES "public"."arms"("campaign_id","arm_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_case" FOREIGN KEY ("campaign_id","case_no") REFERENCES "public"."cases"("campaign_id","case_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_by_tool" ON "calls" USING btree ("campaign_id","tool","episode_seq");--> statement-breakpoint
CREATE INDEX "calls_by_decision" ON "calls" USING btree ("campaign_id","decision","episode_seq") WHERE "calls"."decision" is not null;--> statement-breakpoint
CREATE INDEX "calls_heaviest" ON "calls" USING btree ("campaign_id","damage" DESC NULLS FIRST,"episode_seq") WHERE "calls"."damage" > 0;--> statement-breakpoint
CREATE INDEX "campaigns_by_start" ON "campaigns" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX "cases_by_attack" ON "cases" USING btree ("campaign_id","attack_no");--> statement-breakpoint
CREATE INDEX "episodes_newest_campaign" ON "episodes" USING btree ("project_id","campaign_id" DESC NULLS FIRST,"seq");--> statement-breakpoint
CREATE INDEX "episodes_by_case" ON "episodes" USING btree ("campaign_id","case_no","seq");--> statement-breakpoint
CREATE INDEX "episodes_by_termination" ON "episodes" USING btree ("campaign_id","termination","seq");--> statement-breakpoint
CREATE INDEX "episodes_by_outcome" ON "episodes" USING btree ("campaign_id","outcome","seq");--> statement-breakpoint
CREATE INDEX "episodes_with_alarm" ON "episodes" USING btree ("campaign_id","seq") WHERE cardinality("episodes"."alarms") > 0;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE VIEW "public"."episode_rows" AS (select "episodes"."project_id", "episodes"."campaign_id", "episodes"."seq", "campaigns"."slug" as "campaign_slug", "campaigns"."name" as "campaign_name", "campaigns"."started_at" as "campaign_started_at", "episodes"."arm_no", "arms"."key" as "arm_key", "arms"."name" as "arm_name", "episodes"."case_no", "cases"."key" as "case_key", "attacks"."key" as "attack_key", "cases"."split" as "case_split", "episodes"."replica", "episodes"."termination", "episodes"."termination_source", "episodes"."termination_detail", "episodes"."outcome", "episodes"."hit_before_abort", "episodes"."weighable", "episodes"."damage", "episodes"."exposure", "episodes"."call_count", "episodes"."denied_count", "episodes"."turns", "episodes"."duration_ms", "episodes"."alarms", "episodes"."started_at" from "episodes" inner join "campaigns" on ("campaigns"."project_id" = "episodes"."project_id" and "campaigns"."id" = "episodes"."campaign_id") inner join "arms" on ("arms"."campaign_id" = "episodes"."campaign_id" and "arms"."arm_no" = "episodes"."arm_no") inner join "cases" on ("cases"."campaign_id" = "episodes"."campaign_id" and "cases"."case_no" = "episodes"."case_no") inner join "attacks" on ("attacks"."campaign_id" = "cases"."campaign_id" and "attacks"."attack_no" = "cases"."attack_no"));
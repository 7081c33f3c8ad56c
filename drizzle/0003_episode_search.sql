CREATE TABLE "episode_texts" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "episode_texts_pk" PRIMARY KEY("campaign_id","seq")
);
--> statement-breakpoint
CREATE TABLE "facet_counts" (
	"project_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"level" smallint NOT NULL,
	"arm" text NOT NULL,
	"split" text NOT NULL,
	"termination" text NOT NULL,
	"outcome" text NOT NULL,
	"alarm" boolean NOT NULL,
	"attack" text,
	"tool" text,
	"decision" text,
	"marker" text,
	"episodes" integer NOT NULL,
	CONSTRAINT "facet_counts_pk" PRIMARY KEY("campaign_id","no"),
	CONSTRAINT "facet_counts_positive" CHECK ("facet_counts"."episodes" > 0)
);
--> statement-breakpoint
ALTER TABLE "episode_texts" ADD CONSTRAINT "episode_texts_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facet_counts" ADD CONSTRAINT "facet_counts_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "facet_counts_by_level" ON "facet_counts" USING btree ("project_id","level","campaign_id");--> statement-breakpoint
INSERT INTO "facet_counts" ("project_id", "campaign_id", "no", "level", "arm", "split", "termination", "outcome", "alarm", "attack", "tool", "decision", "marker", "episodes")
WITH marked AS (
	SELECT k.campaign_id, k.episode_seq AS seq,
		array_agg(DISTINCT jsonb_build_array(k.tool, k.decision, m.place)::text) AS marks
	FROM calls k
	LEFT JOIN LATERAL (
		VALUES ('arguments', k.marker_in_arguments), ('result', k.marker_in_result), ('returned', k.marker_returned)
	) m(place, there) ON m.there
	GROUP BY k.campaign_id, k.episode_seq
), alike AS (
	SELECT row_number() OVER () AS no, e.project_id, e.campaign_id, a.key AS arm, s.split, e.termination, e.outcome,
		cardinality(e.alarms) > 0 AS alarm, t.key AS attack, k.marks, count(*) AS episodes
	FROM episodes e
	JOIN arms a ON a.campaign_id = e.campaign_id AND a.arm_no = e.arm_no
	JOIN cases s ON s.campaign_id = e.campaign_id AND s.case_no = e.case_no
	JOIN attacks t ON t.campaign_id = e.campaign_id AND t.attack_no = s.attack_no
	LEFT JOIN marked k ON k.campaign_id = e.campaign_id AND k.seq = e.seq
	GROUP BY 2, 3, 4, 5, 6, 7, 8, 9, 10
), combined AS (
	SELECT DISTINCT no, s.bits,
		CASE WHEN s.bits & 2 > 0 THEN c.tool END AS tool,
		CASE WHEN s.bits & 4 > 0 THEN c.decision END AS decision,
		CASE WHEN s.bits & 8 > 0 THEN c.marker END AS marker
	FROM alike
	CROSS JOIN unnest(marks) one(mark)
	CROSS JOIN LATERAL (SELECT mark::jsonb ->> 0, mark::jsonb ->> 1, mark::jsonb ->> 2) c(tool, decision, marker)
	CROSS JOIN (VALUES (2), (4), (6), (8), (10), (12), (14)) s(bits)
	WHERE (s.bits & 4 = 0 OR c.decision IS NOT NULL) AND (s.bits & 8 = 0 OR c.marker IS NOT NULL)
	UNION ALL
	SELECT no, 0, NULL, NULL, NULL FROM alike
)
SELECT project_id, campaign_id, row_number() OVER (PARTITION BY campaign_id),
	c.bits + CASE WHEN grouping(attack) = 0 THEN 1 ELSE 0 END,
	arm, split, termination, outcome, alarm, attack, c.tool, c.decision, c.marker, sum(episodes)
FROM alike JOIN combined c USING (no)
GROUP BY project_id, campaign_id, arm, split, termination, outcome, alarm, c.bits, c.tool, c.decision, c.marker,
	GROUPING SETS ((), (attack));
--> statement-breakpoint
INSERT INTO "episode_texts" ("project_id", "campaign_id", "seq", "body")
SELECT e.project_id, e.campaign_id, e.seq, lower(concat_ws(E'\n', s.key, t.key, left(e.termination_detail, 500)))
FROM episodes e
JOIN cases s ON s.campaign_id = e.campaign_id AND s.case_no = e.case_no
JOIN attacks t ON t.campaign_id = e.campaign_id AND t.attack_no = s.attack_no;

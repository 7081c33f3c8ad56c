CREATE TABLE "bad_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bad_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"address" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "bad_tokens_by_address" ON "bad_tokens" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "bad_tokens_by_time" ON "bad_tokens" USING btree ("at");--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_reason_length" CHECK (length("policies"."reason") between 1 and 500);
-- Two admins who invited an address at the same moment left two links that opened the door: the last one stays.
UPDATE "invitations" SET "used_at" = now()
WHERE "used_at" IS NULL AND EXISTS (
	SELECT FROM "invitations" newer
	WHERE newer."email" = "invitations"."email" AND newer."used_at" IS NULL
		AND (newer."created_at", newer."id") > ("invitations"."created_at", "invitations"."id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_unused" ON "invitations" USING btree ("email") WHERE "invitations"."used_at" is null;
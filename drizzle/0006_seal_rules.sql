-- Random bytes do not compress: no try at it.
ALTER TABLE "leaf_blocks" ALTER COLUMN "leaves" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Instants and texts of the log's entries, as canonical JSON (RFC 8785) writes them.
CREATE FUNCTION log_instant(moment timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
-- Puts an entry at the end of the log. Called when a transaction commits, so that the lock, which keeps the
-- numbers without gaps, is held for a moment only.
CREATE FUNCTION append_log_entry(entry_kind text, entry_campaign uuid, entry_body text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('aftermath log', 0));
	INSERT INTO log_entries (idx, kind, campaign_id, body, leaf)
	SELECT coalesce(max(idx) + 1, 0), entry_kind, entry_campaign, entry_body,
		sha256('\x00'::bytea || convert_to(entry_body, 'UTF8'))
	FROM log_entries;
END $$;
--> statement-breakpoint
CREATE FUNCTION log_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	sealed record;
BEGIN
	-- Deleted again before its transaction ended: nobody ever saw it.
	SELECT episode_count INTO sealed FROM campaigns WHERE id = NEW.campaign_id;
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM append_log_entry('sealed', NEW.campaign_id, format(
		'{"at":"%s","campaign":"%s","episodes":%s,"kind":"sealed","manifest":"%s","project":"%s","root":"%s","v":1}',
		log_instant(now()), NEW.campaign_id, sealed.episode_count,
		encode(sha256(convert_to(NEW.manifest, 'UTF8')), 'hex'), NEW.project_id, encode(NEW.root, 'hex')));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER campaign_seals_logged AFTER INSERT ON campaign_seals
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_seal();
--> statement-breakpoint
CREATE FUNCTION log_deletion() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	PERFORM append_log_entry('deleted', NEW.id, format(
		'{"at":"%s","by":%s,"campaign":"%s","episodes":%s,"kind":"deleted","project":"%s","reason":"%s","root":%s,"v":1}',
		log_instant(NEW.deleted_at), coalesce(to_json(NEW.deleted_by)::text, 'null'), NEW.id, NEW.episode_count,
		NEW.project_id, NEW.reason, coalesce('"' || encode(NEW.root, 'hex') || '"', 'null')));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER deleted_campaigns_logged AFTER INSERT ON deleted_campaigns
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_deletion();
--> statement-breakpoint
-- What the application, which may change no evidence itself, may do to a campaign. Completes one that is
-- being written: only before it is sealed, and once.
CREATE FUNCTION complete_campaign(of_project uuid, of_campaign uuid, episodes integer, new_state text, earliest timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	UPDATE campaigns SET episode_count = episodes, state = new_state, started_at = coalesce(started_at, earliest)
	WHERE id = of_campaign AND project_id = of_project AND episode_count = 0
		AND NOT EXISTS (SELECT FROM campaign_seals s WHERE s.campaign_id = of_campaign);
	RETURN FOUND;
END $$;
--> statement-breakpoint
-- Keeps a campaign from being deleted until the transaction ends; false when it is gone.
CREATE FUNCTION hold_campaign(of_project uuid, of_campaign uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	PERFORM FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR KEY SHARE;
	RETURN FOUND;
END $$;
--> statement-breakpoint
-- Deletes a campaign with all its records and leaves its tombstone, and by that an entry in the log.
-- Returns the name that it had, or null when it is gone.
CREATE FUNCTION delete_campaign(of_project uuid, of_campaign uuid, why text, by_whom text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	gone campaigns%ROWTYPE;
	sealed_root bytea;
BEGIN
	SELECT * INTO gone FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR UPDATE;
	IF NOT FOUND THEN RETURN NULL; END IF;
	SELECT root INTO sealed_root FROM campaign_seals WHERE campaign_id = of_campaign;
	DELETE FROM campaigns WHERE id = of_campaign;
	INSERT INTO deleted_campaigns
		(id, project_id, slug, key, name, fingerprint, episode_count, imported_at, deleted_at, reason, root, deleted_by)
	VALUES (gone.id, gone.project_id, gone.slug, gone.key, gone.name, gone.fingerprint, gone.episode_count,
		gone.imported_at, now(), why, sealed_root, by_whom);
	RETURN gone.name;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION append_log_entry(text, uuid, text), log_seal(), log_deletion(),
	complete_campaign(uuid, uuid, integer, text, timestamptz), hold_campaign(uuid, uuid),
	delete_campaign(uuid, uuid, text, text) FROM PUBLIC;
--> statement-breakpoint
-- The log begins: with a name of its own, and with what was there before records were sealed.
INSERT INTO log_entries (idx, kind, body, leaf)
SELECT 0, 'opened', body, sha256('\x00'::bytea || convert_to(body, 'UTF8'))
FROM (
	SELECT format('{"at":"%s","before":[%s],"kind":"opened","log":"%s","v":1}', log_instant(now()),
		coalesce(string_agg('"' || id || '"', ',' ORDER BY id), ''), gen_random_uuid()) AS body
	FROM campaigns
) opening;

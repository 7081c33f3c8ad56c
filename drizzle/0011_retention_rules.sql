-- The log says why, in the words of whoever deleted it, where they were asked.
CREATE OR REPLACE FUNCTION log_deletion() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	PERFORM append_log_entry('deleted', NEW.id, format(
		'{"at":"%s","by":%s,"campaign":"%s","episodes":%s,"kind":"deleted","project":"%s","reason":"%s","root":%s,"v":1%s}',
		log_instant(NEW.deleted_at), coalesce(to_json(NEW.deleted_by)::text, 'null'), NEW.id, NEW.episode_count,
		NEW.project_id, NEW.reason, coalesce('"' || encode(NEW.root, 'hex') || '"', 'null'),
		coalesce(',"why":' || to_json(NEW.explanation)::text, '')));
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION delete_campaign(uuid, uuid, text, text);
--> statement-breakpoint
-- Keeps a campaign as it is until the transaction ends, so that what is decided on what it is holds still
-- when it is done; false when it is gone.
CREATE FUNCTION lock_campaign(of_project uuid, of_campaign uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	PERFORM FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR UPDATE;
	RETURN FOUND;
END $$;
--> statement-breakpoint
-- To be asked once the campaign is locked: a query of its own sees what was committed before that.
CREATE FUNCTION refuse_held(of_campaign uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	last campaign_holds%ROWTYPE;
BEGIN
	SELECT * INTO last FROM campaign_holds WHERE campaign_id = of_campaign ORDER BY no DESC LIMIT 1;
	IF last.act = 'held' THEN
		RAISE EXCEPTION 'campaign % is on hold', of_campaign USING ERRCODE = 'object_in_use';
	END IF;
END $$;
--> statement-breakpoint
-- Puts a campaign on hold or takes the hold off, by a row of its own. False when it is so already, null
-- when it is gone. Waits for whoever deletes it.
CREATE FUNCTION set_hold(of_project uuid, of_campaign uuid, what text, why text, by_whom text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	last campaign_holds%ROWTYPE;
BEGIN
	PERFORM FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR NO KEY UPDATE;
	IF NOT FOUND THEN RETURN NULL; END IF;
	SELECT * INTO last FROM campaign_holds WHERE campaign_id = of_campaign ORDER BY no DESC LIMIT 1;
	IF coalesce(last.act, 'released') = what THEN RETURN false; END IF;
	INSERT INTO campaign_holds (project_id, campaign_id, no, act, reason, done_by, done_at)
	VALUES (of_project, of_campaign, coalesce(last.no, 0) + 1, what, why, by_whom, clock_timestamp());
	RETURN true;
END $$;
--> statement-breakpoint
-- Deletes a campaign with all its records and leaves its tombstone, and by that an entry in the log.
-- Returns the name that it had, or null when it is gone. Whoever deletes says why; a campaign whose place
-- another one takes says so by that. One that is on hold is not deleted.
CREATE FUNCTION delete_campaign(of_project uuid, of_campaign uuid, what text, by_whom text, why text)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	gone campaigns%ROWTYPE;
	sealed_root bytea;
BEGIN
	IF what = 'deleted' AND (why IS NULL OR by_whom IS NULL) THEN
		RAISE EXCEPTION 'whoever deletes a campaign says who they are and why' USING ERRCODE = 'check_violation';
	END IF;
	SELECT * INTO gone FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR UPDATE;
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM refuse_held(of_campaign);
	SELECT root INTO sealed_root FROM campaign_seals WHERE campaign_id = of_campaign;
	DELETE FROM campaigns WHERE id = of_campaign;
	INSERT INTO deleted_campaigns
		(id, project_id, slug, key, name, fingerprint, episode_count, imported_at, deleted_at, reason, root,
		deleted_by, explanation)
	VALUES (gone.id, gone.project_id, gone.slug, gone.key, gone.name, gone.fingerprint, gone.episode_count,
		gone.imported_at, now(), what, sealed_root, by_whom, why);
	RETURN gone.name;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION lock_campaign(uuid, uuid), refuse_held(uuid), set_hold(uuid, uuid, text, text, text),
	delete_campaign(uuid, uuid, text, text, text) FROM PUBLIC;
--> statement-breakpoint
-- Drops the content of a campaign: the bytes of its records, the texts made of them and its source files,
-- and what its imports quoted of them. Everything else of it stays, and is what `what_remains` has the
-- digests of. The one way in which evidence goes without its campaign: it leaves a row that says who and why,
-- and by that an entry in the log. False when it was dropped before, null when the campaign is gone.
CREATE FUNCTION drop_content(of_project uuid, of_campaign uuid, why text, by_whom text, what_remains text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	episodes_dropped integer;
	bytes_dropped bigint;
	bytes_own bigint;
BEGIN
	PERFORM FROM campaigns WHERE id = of_campaign AND project_id = of_project FOR UPDATE;
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM refuse_held(of_campaign);
	PERFORM FROM content_drops WHERE campaign_id = of_campaign;
	IF FOUND THEN RETURN false; END IF;
	SELECT count(*), coalesce(sum(octet_length(raw)), 0) INTO episodes_dropped, bytes_dropped
	FROM episode_records WHERE campaign_id = of_campaign;
	SELECT coalesce(sum(octet_length(raw)), 0) INTO bytes_own
	FROM campaign_records WHERE campaign_id = of_campaign;
	UPDATE episode_records SET raw = NULL WHERE campaign_id = of_campaign;
	UPDATE campaign_records SET raw = NULL WHERE campaign_id = of_campaign;
	DELETE FROM episode_texts WHERE campaign_id = of_campaign;
	DELETE FROM source_chunks WHERE campaign_id = of_campaign;
	UPDATE episodes SET termination_detail = NULL
	WHERE campaign_id = of_campaign AND termination_detail IS NOT NULL;
	UPDATE attempts SET detail = NULL WHERE campaign_id = of_campaign AND detail IS NOT NULL;
	UPDATE calls SET reason = NULL WHERE campaign_id = of_campaign AND reason IS NOT NULL;
	UPDATE cases SET user_task = NULL, injection_text = NULL
	WHERE campaign_id = of_campaign AND (user_task IS NOT NULL OR injection_text IS NOT NULL);
	DELETE FROM import_issues USING imports
	WHERE imports.campaign_id = of_campaign AND import_issues.import_id = imports.id;
	UPDATE imports SET preview = NULL, issue_groups = (
		SELECT coalesce(jsonb_agg(one || '{"message":"Its words were dropped with the content of the campaign."}'), '[]')
		FROM jsonb_array_elements(issue_groups) one)
	WHERE campaign_id = of_campaign;
	INSERT INTO content_drops
		(project_id, campaign_id, dropped_at, dropped_by, reason, records, bytes, remains)
	VALUES (of_project, of_campaign, now(), by_whom, why, episodes_dropped, bytes_dropped + bytes_own, what_remains);
	RETURN true;
END $$;
--> statement-breakpoint
CREATE FUNCTION log_content_drop() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	emptied record;
BEGIN
	-- Deleted before its transaction ended: that is what the log says.
	SELECT episode_count INTO emptied FROM campaigns WHERE id = NEW.campaign_id;
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM append_log_entry('emptied', NEW.campaign_id, format(
		'{"at":"%s","by":%s,"bytes":%s,"campaign":"%s","episodes":%s,"kind":"emptied","project":"%s","records":%s,"remains":"%s","v":1,"why":%s}',
		log_instant(NEW.dropped_at), to_json(NEW.dropped_by), NEW.bytes, NEW.campaign_id, emptied.episode_count,
		NEW.project_id, NEW.records, encode(sha256(convert_to(NEW.remains, 'UTF8')), 'hex'), to_json(NEW.reason)));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER content_drops_logged AFTER INSERT ON content_drops
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_content_drop();
--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_content(uuid, uuid, text, text, text), log_content_drop() FROM PUBLIC;

-- Puts a row at the end of the audit log. One at a time: the lock is kept until the transaction ends, so
-- that a row of a transaction that is taken back leaves no gap. To be called last in a transaction.
-- `told` is the detail in canonical JSON (RFC 8785); the rest of the row is written so here.
CREATE FUNCTION append_audit_entry(
	who_kind text, who_id text, who_name text, what text, of_project uuid,
	thing_kind text, thing_id text, told text, came text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
	before_id bigint;
	before_hash bytea;
	-- Not now(): a transaction may have begun long before what it tells of.
	moment timestamptz;
	body text;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('aftermath audit', 0));
	SELECT id, hash INTO before_id, before_hash FROM audit_entries ORDER BY id DESC LIMIT 1;
	moment := date_trunc('milliseconds', clock_timestamp());
	body := format(
		'{"action":%s,"actor":{"id":%s,"kind":%s,"name":%s},"at":"%s","detail":%s,"id":%s,"object":{"id":%s,"kind":%s},"outcome":%s,"previous":%s,"project":%s,"v":1}',
		to_json(what), coalesce(to_json(who_id)::text, 'null'), to_json(who_kind), to_json(who_name),
		log_instant(moment), told, coalesce(before_id, 0) + 1,
		coalesce(to_json(thing_id)::text, 'null'), coalesce(to_json(thing_kind)::text, 'null'),
		to_json(came), coalesce('"' || encode(before_hash, 'hex') || '"', 'null'),
		coalesce('"' || of_project || '"', 'null'));
	INSERT INTO audit_entries
		(id, at, actor_kind, actor_id, actor_name, action, project_id, object_kind, object_id, detail, outcome, prev_hash, hash)
	VALUES (coalesce(before_id, 0) + 1, moment, who_kind, who_id, who_name, what, of_project, thing_kind, thing_id,
		told::jsonb, came, before_hash, sha256(convert_to(body, 'UTF8')));
	RETURN coalesce(before_id, 0) + 1;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION append_audit_entry(text, text, text, text, uuid, text, text, text, text) FROM PUBLIC;

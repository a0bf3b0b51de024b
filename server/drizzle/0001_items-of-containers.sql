ALTER TABLE "customers" ADD COLUMN "email_text" text;--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "item_index" integer;--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "is_own_content" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "awaits_choice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "emails_to_confirm" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "emails_confirmed" integer;--> statement-breakpoint
-- As before, but a container whose items wait for a choice is no refused conversion.
CREATE OR REPLACE FUNCTION "count_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	-- Null where there is no such row: OLD of an INSERT, NEW of a DELETE.
	before bigint := coalesce((OLD.original_key IS NOT NULL)::integer * OLD.size_bytes, 0) + coalesce((OLD.pages_key IS NOT NULL)::integer * OLD.pages_bytes, 0);
	after bigint := coalesce((NEW.original_key IS NOT NULL)::integer * NEW.size_bytes, 0) + coalesce((NEW.pages_key IS NOT NULL)::integer * NEW.pages_bytes, 0);
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	PERFORM count_change('1970-01-01', 'stored-bytes', after - before);
	IF OLD.state = 'converted' AND OLD.ended_at IS NOT NULL THEN
		PERFORM count_change(london_day(OLD.ended_at), 'documents', -1);
		IF TG_OP = 'DELETE' THEN
			PERFORM count_change(london_day(OLD.ended_at), 'documents', 1, true);
		END IF;
	END IF;
	IF NEW.state = 'converted' AND NEW.ended_at IS NOT NULL THEN
		PERFORM count_change(london_day(NEW.ended_at), 'documents', 1);
	END IF;
	IF OLD.state IN ('waiting', 'converting') AND NEW.state IN ('converted', 'refused', 'failed') AND NOT NEW.awaits_choice THEN
		INSERT INTO conversions (format, outcome, reason, ms) VALUES (NEW.type, NEW.state, NEW.reason, NEW.converted_ms);
	END IF;
	RETURN NULL;
END
$$;

ALTER TABLE "job_files" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "sample_job_id" uuid;--> statement-breakpoint
-- From here on: the functions of migrations 0016 and 0022, which now leave sample jobs out (docs/decisions/028).
CREATE OR REPLACE FUNCTION "count_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		PERFORM count_active(NEW.practice_id, NEW.uploaded_by_id, NEW.created_at);
	END IF;
	IF OLD.status IN ('completed', 'failed') AND OLD.settled_at IS NOT NULL THEN
		PERFORM count_change(london_day(OLD.settled_at), OLD.status, -1);
		IF TG_OP = 'DELETE' THEN
			PERFORM count_change(london_day(OLD.settled_at), OLD.status, 1, true);
		END IF;
	END IF;
	IF NEW.status IN ('completed', 'failed') AND NEW.settled_at IS NOT NULL THEN
		PERFORM count_change(london_day(NEW.settled_at), NEW.status, 1);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
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
	IF OLD.state IN ('waiting', 'converting') AND NEW.state IN ('converted', 'refused', 'failed') THEN
		INSERT INTO conversions (format, outcome, reason, ms) VALUES (NEW.type, NEW.state, NEW.reason, NEW.converted_ms);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_output"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before bigint := coalesce((OLD.blob_key IS NOT NULL)::integer * OLD.size_bytes, 0);
	after bigint := coalesce((NEW.blob_key IS NOT NULL)::integer * NEW.size_bytes, 0);
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	PERFORM count_change('1970-01-01', 'stored-bytes', after - before);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_ended_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.status = NEW.status AND OLD.customer_id IS NOT DISTINCT FROM NEW.customer_id AND OLD.customer_search = NEW.customer_search THEN
		RETURN NULL;
	END IF;
	IF OLD.status IN ('completed', 'failed') THEN
		INSERT INTO practice_changes (practice_id, kind, customer_id, customer_search, amount)
			VALUES (OLD.practice_id, OLD.status, coalesce(OLD.customer_id, '00000000-0000-0000-0000-000000000000'), OLD.customer_search, -1);
	END IF;
	IF NEW.status IN ('completed', 'failed') THEN
		INSERT INTO practice_changes (practice_id, kind, customer_id, customer_search, amount)
			VALUES (NEW.practice_id, NEW.status, coalesce(NEW.customer_id, '00000000-0000-0000-0000-000000000000'), NEW.customer_search, 1);
	END IF;
	RETURN NULL;
END
$$;

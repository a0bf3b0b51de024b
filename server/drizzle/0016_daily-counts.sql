CREATE TABLE "active_users" (
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "active_users_practice_id_user_id_pk" PRIMARY KEY("practice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"format" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"ms" integer
);
--> statement-breakpoint
CREATE TABLE "daily_changes" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"gone" boolean DEFAULT false NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"gone" boolean DEFAULT false NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_counts_day_kind_gone_pk" PRIMARY KEY("day","kind","gone")
);
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "active_users" ADD CONSTRAINT "active_users_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "active_users_day" ON "active_users" USING btree ("day");--> statement-breakpoint
CREATE INDEX "conversions_at" ON "conversions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "conversions_bad" ON "conversions" USING btree ("at") WHERE "conversions"."outcome" <> 'converted';--> statement-breakpoint
CREATE INDEX "periods_end" ON "periods" USING btree ("ends_at","starts_at","plan_id","practice_id");--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION "london_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ("at" AT TIME ZONE 'Europe/London')::date
$$;--> statement-breakpoint
-- Amounts of nothing are left out, so that callers need not ask.
CREATE FUNCTION "count_change"("day" date, "kind" text, "amount" bigint, "gone" boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF "amount" <> 0 THEN
		INSERT INTO daily_changes VALUES ("day", "kind", "gone", "amount");
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_active"("practice" uuid, "person" uuid, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO active_users AS known (practice_id, user_id, day) VALUES ("practice", "person", london_day("at"))
		ON CONFLICT (practice_id, user_id) DO UPDATE SET day = excluded.day WHERE known.day < excluded.day;
	IF FOUND THEN
		PERFORM count_change(london_day("at"), 'active-users', 1);
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM count_change(london_day(NEW.created_at), 'sign-ups', 1);
	ELSE
		PERFORM count_change(london_day(OLD.created_at), 'sign-ups', -1);
		PERFORM count_change(london_day(OLD.created_at), 'sign-ups', 1, true);
		DELETE FROM active_users WHERE practice_id = OLD.practice_id AND user_id = OLD.id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_active(NEW.practice_id, NEW.user_id, NEW.created_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before integer := (OLD.id IS NOT NULL AND OLD.archived_at IS NULL)::integer;
	after integer := (NEW.id IS NOT NULL AND NEW.archived_at IS NULL)::integer;
BEGIN
	PERFORM count_change('1970-01-01', 'customers', after - before);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE FUNCTION "count_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	-- Null where there is no such row: OLD of an INSERT, NEW of a DELETE.
	before bigint := coalesce((OLD.original_key IS NOT NULL)::integer * OLD.size_bytes, 0) + coalesce((OLD.pages_key IS NOT NULL)::integer * OLD.pages_bytes, 0);
	after bigint := coalesce((NEW.original_key IS NOT NULL)::integer * NEW.size_bytes, 0) + coalesce((NEW.pages_key IS NOT NULL)::integer * NEW.pages_bytes, 0);
BEGIN
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
CREATE FUNCTION "count_output"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before bigint := coalesce((OLD.blob_key IS NOT NULL)::integer * OLD.size_bytes, 0);
	after bigint := coalesce((NEW.blob_key IS NOT NULL)::integer * NEW.size_bytes, 0);
BEGIN
	PERFORM count_change('1970-01-01', 'stored-bytes', after - before);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_counted" AFTER INSERT OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "count_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_counted" AFTER INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "count_session"();--> statement-breakpoint
CREATE TRIGGER "customers_counted" AFTER INSERT OR DELETE OR UPDATE OF "archived_at" ON "customers" FOR EACH ROW EXECUTE FUNCTION "count_customer"();--> statement-breakpoint
CREATE TRIGGER "jobs_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "settled_at" ON "jobs" FOR EACH ROW EXECUTE FUNCTION "count_job"();--> statement-breakpoint
CREATE TRIGGER "job_files_counted" AFTER INSERT OR DELETE OR UPDATE OF "state", "ended_at", "size_bytes", "original_key", "pages_key", "pages_bytes" ON "job_files" FOR EACH ROW EXECUTE FUNCTION "count_file"();--> statement-breakpoint
CREATE TRIGGER "outputs_counted" AFTER INSERT OR DELETE OR UPDATE OF "blob_key", "size_bytes" ON "outputs" FOR EACH ROW EXECUTE FUNCTION "count_output"();--> statement-breakpoint
-- What is there already. The same sums as in server/src/measures/recount.ts, which looks after them from now on.
UPDATE "job_files" SET "ended_at" = coalesce("jobs"."settled_at", "jobs"."created_at") FROM "jobs" WHERE "jobs"."practice_id" = "job_files"."practice_id" AND "jobs"."id" = "job_files"."job_id" AND "job_files"."state" = 'converted' AND "job_files"."ended_at" IS NULL;--> statement-breakpoint
TRUNCATE "daily_changes";--> statement-breakpoint
INSERT INTO "active_users" ("practice_id", "user_id", "day")
	SELECT users.practice_id, users.id, max(seen.day) FROM users JOIN (
		SELECT user_id, london_day(at) AS day FROM audit_log WHERE action IN ('account.signed-in', 'account.registered', 'member.joined')
		UNION ALL SELECT uploaded_by_id, london_day(created_at) FROM jobs
	) seen ON seen.user_id = users.id GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "daily_counts" ("day", "kind", "amount")
	SELECT london_day(created_at), 'sign-ups', count(*) FROM users GROUP BY 1
	UNION ALL SELECT london_day(ended_at), 'documents', count(*) FROM job_files WHERE state = 'converted' GROUP BY 1
	UNION ALL SELECT london_day(settled_at), status, count(*) FROM jobs WHERE status IN ('completed', 'failed') AND settled_at IS NOT NULL GROUP BY 1, 2
	UNION ALL SELECT day, 'active-users', count(*) FROM (
		SELECT user_id, london_day(at) AS day FROM audit_log WHERE action IN ('account.signed-in', 'account.registered', 'member.joined') AND at > now() - interval '32 days'
		UNION SELECT uploaded_by_id, london_day(created_at) FROM jobs WHERE created_at > now() - interval '32 days'
	) seen GROUP BY 1
	UNION ALL SELECT '1970-01-01', 'customers', count(*) FROM customers WHERE archived_at IS NULL
	UNION ALL SELECT '1970-01-01', 'stored-bytes', coalesce(sum(bytes), 0) FROM (
		SELECT (original_key IS NOT NULL)::integer * size_bytes + coalesce((pages_key IS NOT NULL)::integer * pages_bytes, 0) AS bytes FROM job_files
		UNION ALL SELECT (blob_key IS NOT NULL)::integer * size_bytes FROM outputs
	) kept;

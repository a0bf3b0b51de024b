CREATE TABLE "practice_changes" (
	"practice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"customer_search" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "practice_counts" (
	"practice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"customer_search" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "practice_counts_practice_id_kind_customer_id_customer_search_pk" PRIMARY KEY("practice_id","kind","customer_id","customer_search")
);
--> statement-breakpoint
DROP INDEX "jobs_list";--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "practice_changes_practice" ON "practice_changes" USING btree ("practice_id");--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("practice_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "jobs_search" ON "jobs" USING btree ("practice_id","customer_search","id","status","created_at");--> statement-breakpoint
CREATE FUNCTION "count_ended_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
$$;--> statement-breakpoint
-- Each file once, however many emails carry it. In the order of their ids, so that two emails that settle at once do not wait for each other in a ring.
CREATE FUNCTION "mark_sent_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE job_files SET sent = true WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND id IN (
		SELECT id FROM job_files WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND NOT sent AND id IN (
			SELECT unnest(file_ids) FROM outputs WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND id = ANY (NEW.output_ids)
		) ORDER BY id FOR UPDATE
	);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_sent_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.sent THEN
		INSERT INTO practice_changes (practice_id, kind, amount) VALUES (OLD.practice_id, 'sent-files', -1);
	END IF;
	IF NEW.sent THEN
		INSERT INTO practice_changes (practice_id, kind, amount) VALUES (NEW.practice_id, 'sent-files', 1);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "jobs_ended_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "customer_id", "customer_name", "customer_email" ON "jobs" FOR EACH ROW EXECUTE FUNCTION "count_ended_job"();--> statement-breakpoint
CREATE TRIGGER "deliveries_sent_files" AFTER INSERT OR UPDATE OF "state" ON "deliveries" FOR EACH ROW WHEN (NEW.state IN ('sent', 'delivered', 'bounced', 'complained') AND NOT NEW.is_copy) EXECUTE FUNCTION "mark_sent_files"();--> statement-breakpoint
CREATE TRIGGER "job_files_sent_counted" AFTER INSERT OR DELETE OR UPDATE OF "sent" ON "job_files" FOR EACH ROW EXECUTE FUNCTION "count_sent_file"();--> statement-breakpoint
-- What is there already: the files count themselves. The same sums as in server/src/measures/recount.ts, which looks after them from now on.
UPDATE "job_files" SET "sent" = true FROM "deliveries", "outputs"
	WHERE "deliveries"."state" IN ('sent', 'delivered', 'bounced', 'complained') AND NOT "deliveries"."is_copy"
	AND "outputs"."practice_id" = "deliveries"."practice_id" AND "outputs"."job_id" = "deliveries"."job_id" AND "outputs"."id" = ANY ("deliveries"."output_ids")
	AND "job_files"."practice_id" = "outputs"."practice_id" AND "job_files"."job_id" = "outputs"."job_id" AND "job_files"."id" = ANY ("outputs"."file_ids");--> statement-breakpoint
INSERT INTO "practice_counts" ("practice_id", "kind", "customer_id", "customer_search", "amount")
	SELECT practice_id, status, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), customer_search, count(*)
	FROM jobs WHERE status IN ('completed', 'failed') GROUP BY 1, 2, 3, 4;

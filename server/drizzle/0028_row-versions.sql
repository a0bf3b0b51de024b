ALTER TABLE "deliveries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- By the database, so that a process of the version before raises it as well. Each row counts for itself and the answer adds them up: one number in the
-- job's row would make every change of an email wait for the job, and two of them for each other.
CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "jobs_version" BEFORE UPDATE ON "jobs" FOR EACH ROW EXECUTE FUNCTION "raise_version"();--> statement-breakpoint
CREATE TRIGGER "job_files_version" BEFORE UPDATE ON "job_files" FOR EACH ROW EXECUTE FUNCTION "raise_version"();--> statement-breakpoint
CREATE TRIGGER "outputs_version" BEFORE UPDATE ON "outputs" FOR EACH ROW EXECUTE FUNCTION "raise_version"();--> statement-breakpoint
CREATE TRIGGER "deliveries_version" BEFORE UPDATE ON "deliveries" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

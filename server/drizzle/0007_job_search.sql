ALTER TABLE "job_files" ADD COLUMN "name_search" text GENERATED ALWAYS AS (lower(original_name)) STORED;--> statement-breakpoint
CREATE INDEX "job_files_name" ON "job_files" USING btree ("practice_id","job_id","name_search");--> statement-breakpoint
CREATE INDEX "jobs_status" ON "jobs" USING btree ("practice_id","status","id");
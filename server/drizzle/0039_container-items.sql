ALTER TABLE "job_files" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "path" text;
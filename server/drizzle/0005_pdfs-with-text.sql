ALTER TABLE "outputs" ADD COLUMN "page_runs" jsonb;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "searchable_key" text;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "searchable_bytes" bigint;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "searchable_sha256" text;
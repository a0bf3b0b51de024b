ALTER TABLE "outputs" ADD COLUMN "purpose" text DEFAULT 'result' NOT NULL;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "note" text;
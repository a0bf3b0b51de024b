ALTER TABLE "deliveries" ADD COLUMN "destination" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "destination" text DEFAULT 'email' NOT NULL;
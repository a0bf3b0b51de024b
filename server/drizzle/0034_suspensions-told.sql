ALTER TABLE "users" ADD COLUMN "suspension_told_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever is suspended already has known it for a while.
UPDATE "users" SET "suspension_told_at" = "suspended_at" WHERE "suspended_at" IS NOT NULL;

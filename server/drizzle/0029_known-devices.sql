ALTER TABLE "users" ADD COLUMN "devices_key" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "devices_key" uuid DEFAULT gen_random_uuid() NOT NULL;
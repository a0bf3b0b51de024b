CREATE TABLE "installation_set_up" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"nonce" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "installation_set_up_one" CHECK ("installation_set_up"."one")
);
--> statement-breakpoint
CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"sealed" "bytea",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_settings_value" CHECK (num_nonnulls("installation_settings"."value", "installation_settings"."sealed") = 1)
);
--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "period_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "checklist_dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "checklist_dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "sample_made_at" timestamp (3) with time zone;
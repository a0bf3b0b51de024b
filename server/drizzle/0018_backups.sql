CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer,
	"bytes" bigint
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "restored_at" timestamp (3) with time zone;
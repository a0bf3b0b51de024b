CREATE TABLE "scheduled_runs" (
	"task" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"ms" integer NOT NULL,
	"found" jsonb DEFAULT '{}'::jsonb NOT NULL
);

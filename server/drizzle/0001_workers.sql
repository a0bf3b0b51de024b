CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sandbox" text NOT NULL,
	"office" text NOT NULL,
	"office_version" text,
	"notes" jsonb NOT NULL
);

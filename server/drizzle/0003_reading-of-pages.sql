CREATE TABLE "file_readings" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"pages_sha256" text NOT NULL,
	"pages" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	"place" integer NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"pages_read" integer DEFAULT 0 NOT NULL,
	"hard_pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"turns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"passed_at" timestamp (3) with time zone,
	"blob_key" text,
	"blob_bytes" bigint,
	"blob_sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "file_readings_practice_id_job_id_file_id_pk" PRIMARY KEY("practice_id","job_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "reading_backlogs" (
	"practice_id" uuid PRIMARY KEY NOT NULL,
	"before" uuid
);
--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "turns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "emails_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "read_pages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "wait_for_reading" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "name_pdfs_by_facts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "reading_language" text;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "searchable_destinations" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "reading_languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "has_second_reader" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "file_readings" ADD CONSTRAINT "file_readings_file" FOREIGN KEY ("practice_id","job_id","file_id") REFERENCES "public"."job_files"("practice_id","job_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_backlogs" ADD CONSTRAINT "reading_backlogs_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_readings_unfinished" ON "file_readings" USING btree ("place") WHERE "file_readings"."state" in ('waiting', 'reading');--> statement-breakpoint
CREATE INDEX "file_readings_unfinished_of_practice" ON "file_readings" USING btree ("practice_id","place") WHERE "file_readings"."state" in ('waiting', 'reading');--> statement-breakpoint
CREATE INDEX "file_readings_ended" ON "file_readings" USING btree ("ended_at");
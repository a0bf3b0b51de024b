CREATE TABLE "job_events" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid,
	"file_name" text,
	"new_name" text,
	"message" text,
	"pages" integer,
	"converted_ms" integer,
	CONSTRAINT "job_events_practice_id_job_id_id_pk" PRIMARY KEY("practice_id","job_id","id")
);
--> statement-breakpoint
ALTER TABLE "job_files" ADD COLUMN "sent_name" text;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;
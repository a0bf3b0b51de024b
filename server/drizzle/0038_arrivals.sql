CREATE TABLE "arrival_items" (
	"practice_id" uuid NOT NULL,
	"arrival_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text,
	"sent_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"blob_key" text,
	"file_id" uuid,
	CONSTRAINT "arrival_items_practice_id_arrival_id_position_pk" PRIMARY KEY("practice_id","arrival_id","position")
);
--> statement-breakpoint
CREATE TABLE "arrivals" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel" text NOT NULL,
	"arrived_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sender_id" uuid,
	"sender_name" text,
	"job_id" uuid,
	CONSTRAINT "arrivals_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
ALTER TABLE "arrival_items" ADD CONSTRAINT "arrival_items_practice_id_arrival_id_arrivals_practice_id_id_fk" FOREIGN KEY ("practice_id","arrival_id") REFERENCES "public"."arrivals"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrivals_job" ON "arrivals" USING btree ("practice_id","job_id");
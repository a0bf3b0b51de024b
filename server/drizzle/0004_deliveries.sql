CREATE TABLE "delivery_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid,
	"delivery_id" uuid,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"provider_message_id" text,
	"kind" text NOT NULL,
	"words" text,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "preferred_pdfs" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "part" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "parts" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "confirmed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "send_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "first_tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sending_by" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sending_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "provider_message_id" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "replaced_by_id" uuid;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "file_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "undo_seconds" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_key" ON "delivery_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "delivery_events_delivery" ON "delivery_events" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_events_message" ON "delivery_events" USING btree ("provider","provider_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" USING btree ("practice_id",lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_id" ON "deliveries" USING btree ("id");--> statement-breakpoint
CREATE INDEX "deliveries_provider_message" ON "deliveries" USING btree ("provider","provider_message_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("state","next_try_at") WHERE "deliveries"."state" in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE INDEX "job_files_content" ON "job_files" USING btree ("practice_id","sha256");
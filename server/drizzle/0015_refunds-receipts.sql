CREATE TABLE "billing_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"template" text NOT NULL,
	"about" text NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"number" text NOT NULL,
	"content" jsonb NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"ours_pence" integer,
	"theirs_pence" integer,
	"practice_id" uuid,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "raises" (
	"practice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"from_plan_id" uuid NOT NULL,
	"from_allowed" integer NOT NULL,
	"to_plan_id" uuid NOT NULL,
	"to_allowed" integer NOT NULL,
	"raised_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "raises_practice_id_payment_id_period_id_pk" PRIMARY KEY("practice_id","payment_id","period_id")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_by" text NOT NULL,
	"wants" text NOT NULL,
	"why" text NOT NULL,
	"outcome" text NOT NULL,
	"documents_used" integer NOT NULL,
	"documents_allowed" integer NOT NULL,
	"refund_pence" integer NOT NULL,
	"credit_pence" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"paying_since" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "billing_mails" ADD CONSTRAINT "billing_mails_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raises" ADD CONSTRAINT "raises_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raises" ADD CONSTRAINT "raises_from_plan_id_plans_id_fk" FOREIGN KEY ("from_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raises" ADD CONSTRAINT "raises_to_plan_id_plans_id_fk" FOREIGN KEY ("to_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_mails_once" ON "billing_mails" USING btree ("practice_id","template","about");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_payment" ON "receipts" USING btree ("practice_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_differences_open" ON "payment_differences" USING btree ("reference") WHERE "payment_differences"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "raises_period" ON "raises" USING btree ("practice_id","period_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_open" ON "refund_requests" USING btree ("payment_id") WHERE "refund_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "refund_requests_practice" ON "refund_requests" USING btree ("practice_id","asked_at");--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("asked_at") WHERE "refund_requests"."state" = 'asked';--> statement-breakpoint
CREATE TRIGGER "receipts_stay" BEFORE UPDATE OR DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "receipts_stay_all" BEFORE TRUNCATE ON "receipts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

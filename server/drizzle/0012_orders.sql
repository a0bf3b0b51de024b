CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"buys" text NOT NULL,
	"credit_pence" integer NOT NULL,
	"due_pence" integer NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"pay_pal_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_paypal" ON "orders" USING btree ("pay_pal_id");--> statement-breakpoint
CREATE INDEX "orders_practice" ON "orders" USING btree ("practice_id");
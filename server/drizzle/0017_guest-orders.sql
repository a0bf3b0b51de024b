CREATE TABLE "guest_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reference" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_payments_moved" CHECK ("guest_payments"."amount_pence" <> 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "practice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_mails" ALTER COLUMN "practice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claim_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claim_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_payments_reference" ON "guest_payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "guest_payments_order" ON "guest_payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_claim" ON "orders" USING btree ("claim_hash");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner" CHECK ("orders"."practice_id" is not null or "orders"."claim_hash" is not null);--> statement-breakpoint
CREATE TRIGGER "guest_payments_stay" BEFORE UPDATE OR DELETE ON "guest_payments" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "guest_payments_stay_all" BEFORE TRUNCATE ON "guest_payments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

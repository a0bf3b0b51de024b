ALTER TABLE "payments" ALTER COLUMN "plan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "buys" text DEFAULT 'period';--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_signs" CHECK (case "payments"."kind"
        when 'payment' then "payments"."amount_pence" >= 0 and "payments"."credit_pence" = 0 and "payments"."buys" is not null and "payments"."plan_id" is not null
        when 'credit' then "payments"."amount_pence" = 0 and "payments"."credit_pence" > 0 and "payments"."buys" is null
        when 'credit-used' then "payments"."amount_pence" = 0 and "payments"."credit_pence" < 0 and "payments"."buys" is null
        when 'refund' then "payments"."amount_pence" < 0 and "payments"."credit_pence" = 0 and "payments"."buys" is null
        when 'adjustment' then ("payments"."amount_pence" <> 0 or "payments"."credit_pence" <> 0) and "payments"."buys" is null
        else false end);--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_order" CHECK ("periods"."ends_at" >= "periods"."starts_at");--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- As long as transactions must be kept: contracts/src/limits.ts.
	IF TG_OP = 'DELETE' AND OLD.recorded_at < now() - interval '7 years' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Rows of the ledger are never changed' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "payments_stay" BEFORE UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "payments_stay_all" BEFORE TRUNCATE ON "payments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

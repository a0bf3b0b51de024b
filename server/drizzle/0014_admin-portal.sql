CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ok" boolean NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_ins_practice_id_user_id_id_pk" PRIMARY KEY("practice_id","user_id","id")
);
--> statement-breakpoint
CREATE TABLE "admin_deeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"action" text NOT NULL,
	"practice_id" uuid,
	"user_id" uuid,
	"detail" jsonb,
	"reason" text,
	"address" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"admin_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "admin_recovery_codes_admin_id_code_hash_pk" PRIMARY KEY("admin_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_signs";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by_operator_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_search" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || chr(10) || username || chr(10) || email)) STORED;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "practices" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_practice_id_user_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","user_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_deeds" ADD CONSTRAINT "admin_deeds_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE INDEX "admin_deeds_at" ON "admin_deeds" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "admin_deeds_practice" ON "admin_deeds" USING btree ("practice_id","at");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_expiry" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name_search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_signs" CHECK (case "payments"."kind"
        when 'payment' then "payments"."amount_pence" >= 0 and "payments"."credit_pence" = 0 and "payments"."buys" is not null and "payments"."plan_id" is not null
        when 'credit' then "payments"."amount_pence" = 0 and "payments"."credit_pence" > 0 and "payments"."buys" is null
        when 'credit-used' then "payments"."amount_pence" = 0 and "payments"."credit_pence" < 0 and "payments"."buys" is null
        when 'refund' then "payments"."amount_pence" < 0 and "payments"."credit_pence" = 0 and "payments"."buys" is null
        when 'adjustment' then ("payments"."amount_pence" <> 0 or "payments"."credit_pence" <> 0 or "payments"."plan_id" is not null) and "payments"."buys" is null
        else false end);--> statement-breakpoint
CREATE FUNCTION "refuse_deed_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- As long as the log of who did what is kept: contracts/src/limits.ts.
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Deeds are never changed' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "admin_deeds_stay" BEFORE UPDATE OR DELETE ON "admin_deeds" FOR EACH ROW EXECUTE FUNCTION "refuse_deed_change"();--> statement-breakpoint
CREATE TRIGGER "admin_deeds_stay_all" BEFORE TRUNCATE ON "admin_deeds" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_deed_change"();

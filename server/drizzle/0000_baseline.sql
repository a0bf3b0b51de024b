-- Tables, their references and indexes, as the files table.ts have them. What no table.ts tells of stands behind them.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "admin_actions" (
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
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'Administrator' NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" "bytea",
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" bigint,
	"devices_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"checklist_dismissed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer,
	"bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "installation_set_up" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"nonce" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "installation_set_up_singleton" CHECK ("installation_set_up"."singleton")
);
--> statement-breakpoint
CREATE TABLE "account_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"facts" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_practice_id_user_id_code_hash_pk" PRIMARY KEY("practice_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "users" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"session_timeout_minutes" integer DEFAULT 480 NOT NULL,
	"terms_accepted_at" timestamp (3) with time zone NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspension_notified_at" timestamp (3) with time zone,
	"checklist_dismissed_at" timestamp (3) with time zone,
	"suspended_by_operator_at" timestamp (3) with time zone,
	"email_verified_at" timestamp (3) with time zone,
	"pending_email" text,
	"totp_secret" "bytea",
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" bigint,
	"devices_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"notifications_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name_search" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || chr(10) || username || chr(10) || email)) STORED,
	CONSTRAINT "users_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "upload_keys" (
	"practice_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_sha256" text,
	"job_id" uuid,
	"held_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_keys_practice_id_key_pk" PRIMARY KEY("practice_id","key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"detail" jsonb,
	"address" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cancellations" (
	"practice_id" uuid PRIMARY KEY NOT NULL,
	"cancelled_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid,
	"plan_id" uuid NOT NULL,
	"buys" text NOT NULL,
	"credit_pence" integer NOT NULL,
	"due_pence" integer NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"paypal_id" text NOT NULL,
	"guest_email" text,
	"claim_hash" text,
	"claim_sealed" "bytea",
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_owner" CHECK ("orders"."practice_id" is not null or "orders"."claim_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text DEFAULT 'payment' NOT NULL,
	"buys" text DEFAULT 'period',
	"plan_id" uuid,
	"amount_pence" integer NOT NULL,
	"credit_pence" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'GBP' NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid,
	"recorded_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_practice_id_id_pk" PRIMARY KEY("practice_id","id"),
	CONSTRAINT "payments_signs" CHECK (case "payments"."kind"
        when 'payment' then "payments"."amount_pence" >= 0 and "payments"."credit_pence" = 0 and "payments"."buys" is not null and "payments"."plan_id" is not null
        when 'credit' then "payments"."amount_pence" = 0 and "payments"."credit_pence" > 0 and "payments"."buys" is null
        when 'credit-used' then "payments"."amount_pence" = 0 and "payments"."credit_pence" < 0 and "payments"."buys" is null
        when 'refund' then "payments"."amount_pence" < 0 and "payments"."credit_pence" = 0 and "payments"."buys" is null
        when 'adjustment' then ("payments"."amount_pence" <> 0 or "payments"."credit_pence" <> 0 or "payments"."plan_id" is not null) and "payments"."buys" is null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "periods" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"allotted_ms" bigint DEFAULT 2592000000 NOT NULL,
	"documents_allowed" integer NOT NULL,
	"documents_used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "periods_practice_id_id_pk" PRIMARY KEY("practice_id","id"),
	CONSTRAINT "periods_order" CHECK ("periods"."ends_at" >= "periods"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"price_pence" integer NOT NULL,
	"documents_per_month" integer NOT NULL,
	"max_users" integer NOT NULL,
	"support_level" text NOT NULL,
	"is_popular" boolean DEFAULT false NOT NULL,
	"max_file_bytes" integer NOT NULL,
	"position" integer
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"output_email" text,
	"company" text,
	"reference" text,
	"preferred_pdfs" text,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"destination" text DEFAULT 'email' NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"is_copy" boolean NOT NULL,
	"output_ids" uuid[] NOT NULL,
	"part" integer DEFAULT 1 NOT NULL,
	"parts" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"confirmed_by_id" uuid,
	"awaits_sender" boolean DEFAULT false NOT NULL,
	"send_after" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	"first_tried_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sending_until" timestamp (3) with time zone,
	"not_started" boolean DEFAULT false NOT NULL,
	"provider" text,
	"provider_message_id" text,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"message" text,
	"replaced_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "deliveries_practice_id_job_id_id_pk" PRIMARY KEY("practice_id","job_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "delivery_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "job_files" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"parent_id" uuid,
	"path" text,
	"original_name" text NOT NULL,
	"name_search" text GENERATED ALWAYS AS (lower(original_name)) STORED,
	"type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"original_key" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"message" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pages" integer,
	"converted_ms" integer,
	"ended_at" timestamp (3) with time zone,
	"pages_key" text,
	"pages_bytes" bigint,
	"pages_sha256" text,
	"password" "bytea",
	"sent" boolean DEFAULT false NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "job_files_practice_id_job_id_id_pk" PRIMARY KEY("practice_id","job_id","id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_output_email" text,
	"customer_search" text GENERATED ALWAYS AS (lower(customer_name || chr(10) || customer_email)) STORED,
	"uploaded_by_id" uuid NOT NULL,
	"uploaded_by_name" text NOT NULL,
	"period_id" uuid,
	"sample" boolean DEFAULT false NOT NULL,
	"send_email" boolean NOT NULL,
	"destination" text DEFAULT 'email' NOT NULL,
	"separate_emails" boolean NOT NULL,
	"separate_pdfs" boolean NOT NULL,
	"copy_to_customer" boolean NOT NULL,
	"email_subject" text,
	"arrangement" jsonb,
	"status" text DEFAULT 'pending' NOT NULL,
	"assembly_attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"files_deleted_at" timestamp (3) with time zone,
	"restored_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "jobs_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
CREATE TABLE "outputs" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"pages" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"blob_key" text,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"purpose" text DEFAULT 'result' NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"thumbnails" integer DEFAULT 0 NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "outputs_practice_id_job_id_id_pk" PRIMARY KEY("practice_id","job_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
CREATE TABLE "active_users" (
	"practice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "active_users_practice_id_user_id_pk" PRIMARY KEY("practice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"format" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"ms" integer
);
--> statement-breakpoint
CREATE TABLE "daily_changes" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_counts_day_kind_deleted_pk" PRIMARY KEY("day","kind","deleted")
);
--> statement-breakpoint
CREATE TABLE "practice_changes" (
	"practice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"customer_search" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "practice_counts" (
	"practice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"customer_search" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "practice_counts_practice_id_kind_customer_id_customer_search_pk" PRIMARY KEY("practice_id","kind","customer_id","customer_search")
);
--> statement-breakpoint
CREATE TABLE "practices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"file_retention_days" integer DEFAULT 30 NOT NULL,
	"default_email_subject" text DEFAULT 'Documents for {customer}' NOT NULL,
	"auto_send_email" boolean DEFAULT false NOT NULL,
	"prefer_separate_emails" boolean DEFAULT false NOT NULL,
	"undo_seconds" integer DEFAULT 20 NOT NULL,
	"prefer_separate_pdfs" boolean DEFAULT false NOT NULL,
	"default_file_order" text DEFAULT 'as-added' NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"sample_made_at" timestamp (3) with time zone,
	"sample_job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"sealed" "bytea",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_settings_value" CHECK (num_nonnulls("installation_settings"."value", "installation_settings"."sealed") = 1)
);
--> statement-breakpoint
CREATE TABLE "scheduled_runs" (
	"task" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"ms" integer NOT NULL,
	"found" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_key" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "installation_key_singleton" CHECK ("installation_key"."singleton")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"sandbox" text NOT NULL,
	"office" text NOT NULL,
	"office_version" text,
	"notes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"template" text NOT NULL,
	"about" text NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "guest_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reference" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_payments_nonzero" CHECK ("guest_payments"."amount_pence" <> 0)
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
	"closed_at" timestamp (3) with time zone,
	"closed_manually" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "period_upgrades" (
	"practice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"from_plan_id" uuid NOT NULL,
	"from_allowed" integer NOT NULL,
	"to_plan_id" uuid NOT NULL,
	"to_allowed" integer NOT NULL,
	"upgraded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "period_upgrades_practice_id_payment_id_period_id_pk" PRIMARY KEY("practice_id","payment_id","period_id")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"practice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"requested_by" text NOT NULL,
	"refund_as" text NOT NULL,
	"reason" text NOT NULL,
	"outcome" text NOT NULL,
	"documents_used" integer NOT NULL,
	"documents_allowed" integer NOT NULL,
	"refund_pence" integer NOT NULL,
	"credit_pence" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"paying_since" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"practice_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_messages_practice_id_id_pk" PRIMARY KEY("practice_id","id")
);
--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_emails" ADD CONSTRAINT "account_emails_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_practice_id_user_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","user_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_practice_id_user_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","user_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_practice_id_user_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","user_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_practice_id_user_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","user_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrival_items" ADD CONSTRAINT "arrival_items_practice_id_arrival_id_arrivals_practice_id_id_fk" FOREIGN KEY ("practice_id","arrival_id") REFERENCES "public"."arrivals"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_keys" ADD CONSTRAINT "upload_keys_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_replies" ADD CONSTRAINT "delivery_replies_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_files" ADD CONSTRAINT "job_files_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_practice_id_job_id_jobs_practice_id_id_fk" FOREIGN KEY ("practice_id","job_id") REFERENCES "public"."jobs"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_practice_id_invited_by_id_users_practice_id_id_fk" FOREIGN KEY ("practice_id","invited_by_id") REFERENCES "public"."users"("practice_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "active_users" ADD CONSTRAINT "active_users_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_emails" ADD CONSTRAINT "billing_emails_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_upgrades" ADD CONSTRAINT "period_upgrades_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_upgrades" ADD CONSTRAINT "period_upgrades_from_plan_id_plans_id_fk" FOREIGN KEY ("from_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_upgrades" ADD CONSTRAINT "period_upgrades_to_plan_id_plans_id_fk" FOREIGN KEY ("to_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_actions_at" ON "admin_actions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "admin_actions_practice" ON "admin_actions" USING btree ("practice_id","at");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_expiry" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "account_emails_created" ON "account_emails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_user" ON "account_links" USING btree ("practice_id","user_id","kind");--> statement-breakpoint
CREATE INDEX "ended_sessions_at" ON "ended_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "login_failures_account" ON "login_failures" USING btree ("account","at");--> statement-breakpoint
CREATE INDEX "login_failures_address" ON "login_failures" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("practice_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_id" ON "users" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "arrivals_job" ON "arrivals" USING btree ("practice_id","job_id");--> statement-breakpoint
CREATE INDEX "upload_keys_created" ON "upload_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_practice" ON "audit_log" USING btree ("practice_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_paypal" ON "orders" USING btree ("paypal_id");--> statement-breakpoint
CREATE INDEX "orders_practice" ON "orders" USING btree ("practice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_claim" ON "orders" USING btree ("claim_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "periods_practice_end" ON "periods" USING btree ("practice_id","ends_at");--> statement-breakpoint
CREATE INDEX "periods_end" ON "periods" USING btree ("ends_at","starts_at","plan_id","practice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_slug" ON "plans" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_reference" ON "customers" USING btree ("practice_id",lower("reference"));--> statement-breakpoint
CREATE INDEX "customers_created" ON "customers" USING btree ("practice_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_job" ON "deliveries" USING btree ("practice_id","job_id");--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_id" ON "deliveries" USING btree ("id");--> statement-breakpoint
CREATE INDEX "deliveries_provider_message" ON "deliveries" USING btree ("provider","provider_message_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("state","next_try_at") WHERE "deliveries"."state" in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE INDEX "deliveries_in_trouble" ON "deliveries" USING btree ("practice_id","job_id") WHERE "deliveries"."state" in ('unconfirmed', 'failed', 'bounced', 'complained') and "deliveries"."replaced_by_id" is null;--> statement-breakpoint
CREATE INDEX "deliveries_undone" ON "deliveries" USING btree ("practice_id","job_id") WHERE "deliveries"."state" = 'undone' and "deliveries"."replaced_by_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_key" ON "delivery_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "delivery_events_delivery" ON "delivery_events" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_events_message" ON "delivery_events" USING btree ("provider","provider_message_id");--> statement-breakpoint
CREATE INDEX "delivery_replies_created" ON "delivery_replies" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" USING btree ("practice_id",lower("address"));--> statement-breakpoint
CREATE INDEX "job_files_content" ON "job_files" USING btree ("practice_id","sha256");--> statement-breakpoint
CREATE INDEX "job_files_name" ON "job_files" USING btree ("practice_id","job_id","name_search");--> statement-breakpoint
CREATE INDEX "job_files_bad" ON "job_files" USING btree ("practice_id","job_id") WHERE "job_files"."state" in ('refused', 'failed');--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "jobs_settled" ON "jobs" USING btree ("practice_id","settled_at");--> statement-breakpoint
CREATE INDEX "jobs_with_files" ON "jobs" USING btree ("settled_at") WHERE "jobs"."files_deleted_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_customer" ON "jobs" USING btree ("practice_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "jobs_status" ON "jobs" USING btree ("practice_id","status","id");--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("practice_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "jobs_search" ON "jobs" USING btree ("practice_id","customer_search","id","status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("practice_id",lower("email"));--> statement-breakpoint
CREATE INDEX "active_users_day" ON "active_users" USING btree ("day");--> statement-breakpoint
CREATE INDEX "conversions_at" ON "conversions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "conversions_bad" ON "conversions" USING btree ("at") WHERE "conversions"."outcome" <> 'converted';--> statement-breakpoint
CREATE INDEX "practice_changes_practice" ON "practice_changes" USING btree ("practice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_emails_once" ON "billing_emails" USING btree ("practice_id","template","about");--> statement-breakpoint
CREATE INDEX "billing_emails_waiting" ON "billing_emails" USING btree ("created_at") WHERE "billing_emails"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_payments_reference" ON "guest_payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "guest_payments_order" ON "guest_payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_payment" ON "receipts" USING btree ("practice_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_differences_open" ON "payment_differences" USING btree ("reference") WHERE "payment_differences"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "period_upgrades_period" ON "period_upgrades" USING btree ("practice_id","period_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_open" ON "refund_requests" USING btree ("payment_id") WHERE "refund_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "refund_requests_practice" ON "refund_requests" USING btree ("practice_id","requested_at");--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" = 'pending';--> statement-breakpoint

-- Lists are answered from indexes alone as far as VACUUM has been; at the usual fifth of a table it comes months late to a large one.
ALTER TABLE "jobs" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);
--> statement-breakpoint
ALTER TABLE "job_files" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);--> statement-breakpoint
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);--> statement-breakpoint

-- Functions of the triggers below: which rows stay as they were written, how often a row changed, what is counted (docs/decisions/022).

CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- As long as transactions must be kept: contracts/src/limits.ts.
	IF TG_OP = 'DELETE' AND OLD.recorded_at < now() - interval '7 years' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Rows of the ledger are never changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_admin_action_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- As long as the log of who did what is kept: contracts/src/limits.ts.
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Admin actions are never changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- By the database, so that a process of the version before raises it as well. Each row counts for itself and the answer adds them up: one number in the
-- job's row would make every change of an email wait for the job, and two of them for each other.
CREATE FUNCTION "increment_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "london_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ("at" AT TIME ZONE 'Europe/London')::date
$$;
--> statement-breakpoint
-- Amounts of nothing are left out, so that callers need not ask.
CREATE FUNCTION "count_change"("day" date, "kind" text, "amount" bigint, "deleted" boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF "amount" <> 0 THEN
		INSERT INTO daily_changes VALUES ("day", "kind", "deleted", "amount");
	END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_active"("practice" uuid, "person" uuid, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO active_users AS known (practice_id, user_id, day) VALUES ("practice", "person", london_day("at"))
		ON CONFLICT (practice_id, user_id) DO UPDATE SET day = excluded.day WHERE known.day < excluded.day;
	IF FOUND THEN
		PERFORM count_change(london_day("at"), 'active-users', 1);
	END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM count_change(london_day(NEW.created_at), 'sign-ups', 1);
	ELSE
		PERFORM count_change(london_day(OLD.created_at), 'sign-ups', -1);
		PERFORM count_change(london_day(OLD.created_at), 'sign-ups', 1, true);
		DELETE FROM active_users WHERE practice_id = OLD.practice_id AND user_id = OLD.id;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_active(NEW.practice_id, NEW.user_id, NEW.created_at);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before integer := (OLD.id IS NOT NULL AND OLD.archived_at IS NULL)::integer;
	after integer := (NEW.id IS NOT NULL AND NEW.archived_at IS NULL)::integer;
BEGIN
	PERFORM count_change('1970-01-01', 'customers', after - before);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		PERFORM count_active(NEW.practice_id, NEW.uploaded_by_id, NEW.created_at);
	END IF;
	IF OLD.status IN ('completed', 'failed') AND OLD.settled_at IS NOT NULL THEN
		PERFORM count_change(london_day(OLD.settled_at), OLD.status, -1);
		IF TG_OP = 'DELETE' THEN
			PERFORM count_change(london_day(OLD.settled_at), OLD.status, 1, true);
		END IF;
	END IF;
	IF NEW.status IN ('completed', 'failed') AND NEW.settled_at IS NOT NULL THEN
		PERFORM count_change(london_day(NEW.settled_at), NEW.status, 1);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	-- Null where there is no such row: OLD of an INSERT, NEW of a DELETE.
	before bigint := coalesce((OLD.original_key IS NOT NULL)::integer * OLD.size_bytes, 0) + coalesce((OLD.pages_key IS NOT NULL)::integer * OLD.pages_bytes, 0);
	after bigint := coalesce((NEW.original_key IS NOT NULL)::integer * NEW.size_bytes, 0) + coalesce((NEW.pages_key IS NOT NULL)::integer * NEW.pages_bytes, 0);
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	PERFORM count_change('1970-01-01', 'stored-bytes', after - before);
	IF OLD.state = 'converted' AND OLD.ended_at IS NOT NULL THEN
		PERFORM count_change(london_day(OLD.ended_at), 'documents', -1);
		IF TG_OP = 'DELETE' THEN
			PERFORM count_change(london_day(OLD.ended_at), 'documents', 1, true);
		END IF;
	END IF;
	IF NEW.state = 'converted' AND NEW.ended_at IS NOT NULL THEN
		PERFORM count_change(london_day(NEW.ended_at), 'documents', 1);
	END IF;
	IF OLD.state IN ('waiting', 'converting') AND NEW.state IN ('converted', 'refused', 'failed') THEN
		INSERT INTO conversions (format, outcome, reason, ms) VALUES (NEW.type, NEW.state, NEW.reason, NEW.converted_ms);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_output"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before bigint := coalesce((OLD.blob_key IS NOT NULL)::integer * OLD.size_bytes, 0);
	after bigint := coalesce((NEW.blob_key IS NOT NULL)::integer * NEW.size_bytes, 0);
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	PERFORM count_change('1970-01-01', 'stored-bytes', after - before);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_ended_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(NEW.sample, OLD.sample) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.status = NEW.status AND OLD.customer_id IS NOT DISTINCT FROM NEW.customer_id AND OLD.customer_search = NEW.customer_search THEN
		RETURN NULL;
	END IF;
	IF OLD.status IN ('completed', 'failed') THEN
		INSERT INTO practice_changes (practice_id, kind, customer_id, customer_search, amount)
			VALUES (OLD.practice_id, OLD.status, coalesce(OLD.customer_id, '00000000-0000-0000-0000-000000000000'), OLD.customer_search, -1);
	END IF;
	IF NEW.status IN ('completed', 'failed') THEN
		INSERT INTO practice_changes (practice_id, kind, customer_id, customer_search, amount)
			VALUES (NEW.practice_id, NEW.status, coalesce(NEW.customer_id, '00000000-0000-0000-0000-000000000000'), NEW.customer_search, 1);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Each file once, however many emails carry it. In the order of their ids, so that two emails that settle at once do not wait for each other in a ring.
CREATE FUNCTION "mark_sent_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE job_files SET sent = true WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND id IN (
		SELECT id FROM job_files WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND NOT sent AND id IN (
			SELECT unnest(file_ids) FROM outputs WHERE practice_id = NEW.practice_id AND job_id = NEW.job_id AND id = ANY (NEW.output_ids)
		) ORDER BY id FOR UPDATE
	);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_sent_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.sent THEN
		INSERT INTO practice_changes (practice_id, kind, amount) VALUES (OLD.practice_id, 'sent-files', -1);
	END IF;
	IF NEW.sent THEN
		INSERT INTO practice_changes (practice_id, kind, amount) VALUES (NEW.practice_id, 'sent-files', 1);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint

-- Triggers.

CREATE TRIGGER "payments_append_only" BEFORE UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE TRIGGER "payments_no_truncate" BEFORE TRUNCATE ON "payments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "admin_actions_append_only" BEFORE UPDATE OR DELETE ON "admin_actions" FOR EACH ROW EXECUTE FUNCTION "refuse_admin_action_change"();--> statement-breakpoint
CREATE TRIGGER "admin_actions_no_truncate" BEFORE TRUNCATE ON "admin_actions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_admin_action_change"();--> statement-breakpoint
CREATE TRIGGER "receipts_append_only" BEFORE UPDATE OR DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "receipts_no_truncate" BEFORE TRUNCATE ON "receipts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "users_counted" AFTER INSERT OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "count_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_counted" AFTER INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "count_session"();--> statement-breakpoint
CREATE TRIGGER "customers_counted" AFTER INSERT OR DELETE OR UPDATE OF "archived_at" ON "customers" FOR EACH ROW EXECUTE FUNCTION "count_customer"();--> statement-breakpoint
CREATE TRIGGER "jobs_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "settled_at" ON "jobs" FOR EACH ROW EXECUTE FUNCTION "count_job"();--> statement-breakpoint
CREATE TRIGGER "job_files_counted" AFTER INSERT OR DELETE OR UPDATE OF "state", "ended_at", "size_bytes", "original_key", "pages_key", "pages_bytes" ON "job_files" FOR EACH ROW EXECUTE FUNCTION "count_file"();--> statement-breakpoint
CREATE TRIGGER "outputs_counted" AFTER INSERT OR DELETE OR UPDATE OF "blob_key", "size_bytes" ON "outputs" FOR EACH ROW EXECUTE FUNCTION "count_output"();--> statement-breakpoint
CREATE TRIGGER "guest_payments_append_only" BEFORE UPDATE OR DELETE ON "guest_payments" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "guest_payments_no_truncate" BEFORE TRUNCATE ON "guest_payments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "jobs_ended_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "customer_id", "customer_name", "customer_email" ON "jobs" FOR EACH ROW EXECUTE FUNCTION "count_ended_job"();--> statement-breakpoint
CREATE TRIGGER "deliveries_sent_files" AFTER INSERT OR UPDATE OF "state" ON "deliveries" FOR EACH ROW WHEN (NEW.state IN ('sent', 'delivered', 'bounced', 'complained') AND NOT NEW.is_copy) EXECUTE FUNCTION "mark_sent_files"();--> statement-breakpoint
CREATE TRIGGER "job_files_sent_counted" AFTER INSERT OR DELETE OR UPDATE OF "sent" ON "job_files" FOR EACH ROW EXECUTE FUNCTION "count_sent_file"();--> statement-breakpoint
CREATE TRIGGER "jobs_version" BEFORE UPDATE ON "jobs" FOR EACH ROW EXECUTE FUNCTION "increment_version"();--> statement-breakpoint
CREATE TRIGGER "job_files_version" BEFORE UPDATE ON "job_files" FOR EACH ROW EXECUTE FUNCTION "increment_version"();--> statement-breakpoint
CREATE TRIGGER "outputs_version" BEFORE UPDATE ON "outputs" FOR EACH ROW EXECUTE FUNCTION "increment_version"();--> statement-breakpoint
CREATE TRIGGER "deliveries_version" BEFORE UPDATE ON "deliveries" FOR EACH ROW EXECUTE FUNCTION "increment_version"();--> statement-breakpoint

-- Rows that a new database begins with: the two counts that have no day. Plans are written by every start (seedPlans).

INSERT INTO "daily_counts" ("day", "kind", "amount") VALUES ('1970-01-01', 'customers', 0), ('1970-01-01', 'stored-bytes', 0);

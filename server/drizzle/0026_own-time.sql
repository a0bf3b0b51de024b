ALTER TABLE "periods" ADD COLUMN "own_ms" bigint DEFAULT 2592000000 NOT NULL;--> statement-breakpoint
-- Only what was granted is of another length than 30 days.
UPDATE "periods" SET "own_ms" = round(extract(epoch FROM "periods"."ends_at" - "periods"."starts_at") * 1000)
	FROM "payments" WHERE "payments"."practice_id" = "periods"."practice_id" AND "payments"."id" = "periods"."payment_id" AND "payments"."kind" = 'adjustment';--> statement-breakpoint
-- What was given back before it began stands where it was given back, not in days that may become another's.
UPDATE "periods" SET "own_ms" = 0, "starts_at" = least("starts_at", now()), "ends_at" = least("ends_at", now()) WHERE "ends_at" = "starts_at";

-- The words of a page as they are indexed: each begins with four digits of its practice, so that the index has an entry for each word of a practice. Two practices may share the digits, so queries name the practice too.
CREATE FUNCTION "practice_words"(practice uuid, words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
	SELECT array_to_tsvector(array(SELECT right(practice::text, 4) || word FROM unnest(tsvector_to_array(words)) word))
$$;
--> statement-breakpoint
CREATE TABLE "page_readings" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	"layout" "bytea" NOT NULL,
	CONSTRAINT "page_readings_practice_id_job_id_file_id_page_pk" PRIMARY KEY("practice_id","job_id","file_id","page")
);
--> statement-breakpoint
CREATE TABLE "page_word_changes" (
	"practice_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"stems" text[] NOT NULL,
	"words" text[] NOT NULL,
	"pages" integer[] NOT NULL,
	CONSTRAINT "page_word_changes_practice_id_job_id_file_id_pk" PRIMARY KEY("practice_id","job_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "page_words" (
	"practice_id" uuid NOT NULL,
	"stem" text COLLATE "C" NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"pages" integer NOT NULL,
	CONSTRAINT "page_words_practice_id_stem_pk" PRIMARY KEY("practice_id","stem")
);
--> statement-breakpoint
ALTER TABLE "page_readings" ADD CONSTRAINT "page_readings_file" FOREIGN KEY ("practice_id","job_id","file_id") REFERENCES "public"."job_files"("practice_id","job_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_word_changes" ADD CONSTRAINT "page_word_changes_practice_id_practices_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."practices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A search reads the words of many rows and the layout of few: layouts are kept out of the rows.
ALTER TABLE "page_readings" ALTER COLUMN "words" SET STORAGE MAIN, ALTER COLUMN "layout" SET STORAGE EXTERNAL, SET (toast_tuple_target = 128);--> statement-breakpoint
CREATE INDEX "page_readings_words" ON "page_readings" USING gin (practice_words("practice_id", "words"));
CREATE TABLE "installation_key" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "installation_key_one" CHECK ("installation_key"."one")
);

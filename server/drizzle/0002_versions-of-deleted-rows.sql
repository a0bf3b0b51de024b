-- As before, but an update may raise the version by more than one: a job whose rows are deleted takes over their versions, so that the sum never falls.
CREATE OR REPLACE FUNCTION "increment_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := greatest(OLD.version, NEW.version) + 1;
	RETURN NEW;
END
$$;

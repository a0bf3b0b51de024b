import pg from "pg";

/**
 * Returns the name of the unique index that refused a row, however deep the driver's error is wrapped; undefined for
 * any other error. This is the only race-free way to detect that a name is taken.
 */
export function violatedIndex(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code === "23505" ? error.constraint : undefined;
  return error instanceof Error ? violatedIndex(error.cause) : undefined;
}

import pg from "pg";

/**
 * Which unique index refused a row, however deep the driver's error is wrapped: the only race-safe way to learn that a
 * name is taken.
 * @returns the index's name, or undefined when the error is another
 */
export function violatedIndex(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code === "23505" ? error.constraint : undefined;
  return error instanceof Error ? violatedIndex(error.cause) : undefined;
}

import { customType, integer, timestamp } from "drizzle-orm/pg-core";

/**
 * An instant in UTC with milliseconds, so that what the API answers is exactly what is stored.
 * Identifiers beside it are UUIDv7 made by the application (PostgreSQL 15–17 have no function for them), so that rows
 * sort by birth.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** With microseconds, for rows whose order tells something and of which several come in one millisecond. */
export const fineInstant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 6 });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Rises with every change of the row: a trigger counts, so that no writer forgets to. */
export const version = () => integer("version").notNull().default(1);

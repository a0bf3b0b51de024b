import { customType, integer, timestamp } from "drizzle-orm/pg-core";

/** How the names of columns are made from those of their properties. */
export const casing = "snake_case";

/**
 * An instant in UTC with milliseconds, so that the API returns exactly what is stored. Identifiers are UUIDv7 made by
 * the application (PostgreSQL 15–17 have no function for them), so that rows sort by creation.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** With microseconds, for rows whose order matters and of which several can be written in one millisecond. */
export const fineInstant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 6 });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Increases with every change of the row; a trigger counts, so that no writer can forget it. */
export const version = () => integer("version").notNull().default(1);

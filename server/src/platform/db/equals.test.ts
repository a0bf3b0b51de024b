import { sql } from "drizzle-orm";
import { PgDialect, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { equals } from "./equals.ts";

const files = pgTable("files", { id: text(), jobId: text("job_id") });
const others = pgTable("others", { id: text() });
const written = (condition: ReturnType<typeof equals>) => new PgDialect().sqlToQuery(condition ?? sql`nothing`);

test("each named column equals its value or another table's column", () => {
  expect(written(equals(files, { id: "a", jobId: others.id }))).toMatchObject({
    sql: `("files"."id" = $1 and "files"."job_id" = "others"."id")`,
    params: ["a"],
  });
  expect(written(equals(files, { jobId: "b" }))).toMatchObject({ sql: `"files"."job_id" = $1`, params: ["b"] });
});

test("no column gives no condition", () => {
  expect(equals(files, {})).toBeUndefined();
});

test("an unknown column is an error", () => {
  expect(() => equals(files, { size: "1" } as never)).toThrow("The table has no column size");
});

import { getTableColumns, type Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs, outputs } from "./table.ts";

/** Returns the values that a new row has without being given any. */
function defaultsOf(table: Table): object {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([name, column]) => [name, column.default] as const);
  return Object.fromEntries(values.filter(([, value]) => ["boolean", "number"].includes(typeof value)));
}

test("a new job is no sample and was never assembled", () => {
  expect(defaultsOf(jobs)).toMatchObject({ sample: false, assemblyAttempt: 0 });
});

test("a new file was never converted and is nothing special", () => {
  const plain = { isOwnContent: false, awaitsChoice: false, attempt: 0, sent: false, sample: false };
  expect(defaultsOf(jobFiles)).toMatchObject(plain);
});

test("a new PDF has no thumbnails", () => {
  expect(defaultsOf(outputs)).toMatchObject({ thumbnails: 0, sample: false });
});

test("a new email is the only part and was never tried", () => {
  const plain = { part: 1, parts: 1, withText: false, awaitsSender: false, tries: 0, notStarted: false };
  expect(defaultsOf(deliveries)).toMatchObject(plain);
});

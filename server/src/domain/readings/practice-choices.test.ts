import { expect, test } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { namesByFacts, readsPages, waitsForReading } from "./practice-choices.ts";

const choices = (readPages: boolean, waitForReading: boolean, namePdfsByFacts: boolean) =>
  fakeDb(() => [{ readPages, waitForReading, namePdfsByFacts }]).db;

test.each([
  [false, false, false, [false, false, false]],
  [true, false, false, [true, false, false]],
  [true, true, false, [true, true, false]],
  [true, true, true, [true, true, true]],
  [true, false, true, [true, false, false]],
  [false, true, true, [false, false, false]],
])("a practice that reads: %s, waits: %s and names by facts: %s does %j", async (reads, waits, names, does) => {
  const db = choices(reads, waits, names);
  expect([await readsPages(db, "a"), await waitsForReading(db, "a"), await namesByFacts(db, "a")]).toEqual(does);
});

test("a practice that is gone does none of these", async () => {
  const { db } = fakeDb();
  expect([await readsPages(db, "a"), await waitsForReading(db, "a"), await namesByFacts(db, "a")]).toEqual([
    ...[false, false, false],
  ]);
});

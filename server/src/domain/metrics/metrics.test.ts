import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, type Statement } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { countSentFiles, forgetPractice } from "./practice-counts.ts";
import { recountDays } from "./recount.task.ts";
import { keepActiveDays, recount } from "./recount.ts";
import { recountPractices } from "./recount-practices.ts";
import { rollUpCounts } from "./roll-up.task.ts";
import { forgetOldConversions } from "./roll-up.ts";

/** The statements of a recount: whether it gets the lock, and the counts that are wrong. */
function counting({ got = true, wrong = [] as object[], wrongOfPractices = 0 }) {
  return recordedDb(({ text }) => {
    if (text.includes("pg_try_advisory_xact_lock")) return [{ got }];
    if (text.includes("insert into practice_changes")) return Array.from({ length: wrongOfPractices }, () => ({}));
    return text.includes("full join") ? wrong : [];
  });
}
const documents = { day: "2026-11-20", kind: "documents", counted: "7", actual: "2" };
const signUps = { day: "2026-11-20", kind: "sign-ups", counted: "0", actual: "3" };
const corrections = (statements: Statement[]) =>
  statements.filter(({ text }) => text.includes("select count_change(")).map(({ values }) => values);

test("a recount adds the difference to each count that is wrong, and returns both numbers", async () => {
  const { db, statements } = counting({ wrong: [documents, signUps] });
  expect(await recount(db)).toEqual([
    { ...documents, counted: 7, actual: 2 },
    { ...signUps, counted: 0, actual: 3 },
  ]);
  expect(corrections(statements)).toEqual([
    ["2026-11-20", "documents", -5],
    ["2026-11-20", "sign-ups", 3],
  ]);
});

test("active users are recounted for the last 30 days, today included, from the rows of 31 days", async () => {
  const { db, statements } = counting({});
  await recount(db);
  const asked = statements.find(({ text }) => text.includes("full join"));
  expect(asked?.values.filter((value) => typeof value === "number")).toEqual([29, 29]);
  expect(asked?.text.match(/interval '\d+ days'/g)).toEqual(["interval '31 days'", "interval '31 days'"]);
});

test("while another recount runs, nothing is counted", async () => {
  const daily = counting({ got: false, wrong: [documents] });
  expect(await recount(daily.db)).toEqual([]);
  const practices = counting({ got: false, wrongOfPractices: 2 });
  expect(await recountPractices(practices.db)).toBe(0);
  for (const { statements } of [daily, practices]) {
    expect(statements.filter(({ text }) => /full join|count_change|delete/.test(text))).toEqual([]);
  }
});

test("the two recounts do not wait for each other", async () => {
  const locks = await Promise.all(
    [recount, recountPractices].map(async (count) => {
      const { db, statements } = counting({});
      await count(db);
      return statements.find(({ text }) => text.includes("advisory"))?.values[0];
    }),
  );
  expect(new Set(locks).size).toBe(2);
});

test("a recount of practices returns the corrected counts and removes those that are zero", async () => {
  const { db, statements } = counting({ wrongOfPractices: 2 });
  expect(await recountPractices(db)).toBe(2);
  expect(statements.some(({ text }) => text.includes("delete from practice_counts where amount = 0"))).toBe(true);
});

const error = vi.fn();
beforeEach(() => void error.mockClear());
const recountAll = (db: object) =>
  recountDays.run({}, { db, log: { error } } as never, { signal: new AbortController().signal });

test.each([
  ["no count was wrong", [], 0, { differences: 0 }, 0],
  ["a daily count was wrong", [documents], 0, { differences: 1 }, 1],
  ["counts of practices were wrong", [], 1, { differences: 1 }, 1],
  ["both were wrong", [documents, signUps], 3, { differences: 5 }, 2],
])("when %s, the daily recount says so", async (_, wrong, wrongOfPractices, found, errors) => {
  expect(await recountAll(counting({ wrong, wrongOfPractices }).db)).toEqual(found);
  expect(error).toHaveBeenCalledTimes(errors);
});

test("a recount may take half an hour, a roll-up a minute", () => {
  expect([recountDays.timeoutMs, rollUpCounts.timeoutMs]).toEqual([1_800_000, 60_000]);
});

test("a roll-up reports the counts of days and practices together, and the conversions that it deleted", async () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({}));
  const { db } = recordedDb(({ text }) =>
    rows(text.includes("daily_counts") ? 2 : text.includes("practice_counts") ? 3 : 4),
  );
  const found = await rollUpCounts.run({}, { db } as never, { signal: new AbortController().signal });
  expect(found).toEqual({ counts: 5, conversions: 4 });
});

test("conversions are kept for seven days", async () => {
  const { db, statements } = recordedDb();
  expect(await forgetOldConversions(db)).toBe(0);
  expect(statements[0]?.text).toContain("at < now() - interval '7 days'");
});

test("the files sent by a practice are counted, none when there is no count", async () => {
  expect(await countSentFiles(recordedDb(() => [{ files: 12 }]).db, "p")).toBe(12);
  expect(await countSentFiles(recordedDb().db, "p")).toBe(0);
});

test("before a practice is erased its active days move to the counts that stay", async () => {
  const { db, statements } = recordedDb();
  await keepActiveDays(db as unknown as Tx, "p");
  expect(statements[0]?.text).toContain("count_change(day, 'active-users', amount, true)");
});

test("a closed practice leaves no counts of its own", async () => {
  const { db, statements } = recordedDb();
  await forgetPractice(db as unknown as Tx, "p");
  expect(statements.map(({ text, values }) => [/delete from "(\w+)"/.exec(text)?.[1], ...values])).toEqual([
    ["active_users", "p"],
    ["practice_changes", "p"],
    ["practice_counts", "p"],
  ]);
});

import { expect, test } from "vitest";
import { fileEvents } from "./job-events.ts";

const at = new Date("2026-11-20T12:00:00Z");
const event = { fileId: "f1", at, fileName: "a.jpg", message: null, pages: null, convertedMs: null };
const file = { id: "f1", endedAt: at, originalName: "a.jpg", path: null, message: null, pages: 2, convertedMs: 1_500 };

/** Returns the events of a job as "kind: text". */
async function shown(rows: object[], files: object[] = []) {
  const db = { select: () => ({ from: () => ({ where: async () => rows.map((row) => ({ ...event, ...row })) }) }) };
  const job = { practiceId: "p", id: "j" };
  const all = files.map((given) => ({ ...file, ...given }));
  const events = await fileEvents(db as never, { job, files: all } as never);
  for (const each of events) expect(each).toMatchObject({ at: at.toISOString(), who: null, words: null });
  return events.map(({ kind, text }) => `${kind}: ${text}`);
}

test.each([
  [1, 0, "1 page in less than 0.1 s"],
  [0, 99, "0 pages in less than 0.1 s"],
  [2, 100, "2 pages in 0.1 s"],
  [1_200, 12_340, "1,200 pages in 12.3 s"],
  [null, null, "0 pages in less than 0.1 s"],
])("a file of %s pages converted in %s ms is told as %s", async (pages, convertedMs, words) => {
  expect(await shown([{ kind: "converted", pages, convertedMs }])).toEqual([`good: a.jpg converted: ${words}`]);
});

test.each([
  [{ kind: "unpacked", message: "2 files" }, "good: a.jpg unpacked: 2 files"],
  [{ kind: "unpacked" }, "good: a.jpg unpacked"],
  [{ kind: "refused", message: "Damaged." }, "bad: Damaged."],
  [{ kind: "failed" }, "bad: a.jpg was not converted."],
  [{ kind: "emails-held" }, "waiting: Emails wait for a confirmation"],
  [{ kind: "emails-held", message: "2 emails wait" }, "waiting: 2 emails wait"],
  [{ kind: "assembly-failed" }, "bad: The PDF could not be created"],
])("the event %j is told as “%s”", async (row, words) => {
  expect(await shown([row])).toEqual([words]);
});

test("a replacement is not told here", async () => {
  expect(await shown([{ kind: "replaced" }])).toEqual([]);
});

test.each([
  [{ state: "converted" }, ["good: a.jpg converted: 2 pages in 1.5 s"]],
  [{ state: "converted", path: "z › a.jpg" }, ["good: z › a.jpg converted: 2 pages in 1.5 s"]],
  [{ state: "refused", message: "Damaged." }, ["bad: Damaged."]],
  [{ state: "failed", path: "z › a.jpg" }, ["bad: z › a.jpg was not converted."]],
  [{ state: "left-out" }, ["bad: a.jpg was not converted."]],
  [{ state: "unpacked" }, []],
  [{ state: "converted", endedAt: null }, []],
])("a file of before events were recorded, %j, is told as %j", async (given, words) => {
  expect(await shown([], [given])).toEqual(words);
});

test("the end of a file that was recorded is told once", async () => {
  expect(await shown([{ kind: "failed" }], [{ state: "failed" }])).toHaveLength(1);
  expect(await shown([{ kind: "replaced" }], [{ state: "failed" }])).toHaveLength(1);
  expect(await shown([{ kind: "failed", fileId: "f2" }], [{ state: "failed" }])).toHaveLength(2);
  expect(await shown([{ kind: "assembly-failed", fileId: null }], [{ state: "failed" }])).toHaveLength(2);
});

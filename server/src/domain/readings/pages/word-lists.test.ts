import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { forgetPages, forgetPractice } from "./forget-pages.ts";
import { completionsOf, knownWords } from "./known-words.ts";
import { rollUpWords } from "./roll-up-words.task.ts";
import { stemsOf } from "./stems.ts";
import { storePages } from "./store-pages.ts";
import { isListed } from "./word-list.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-word-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ref = { practiceId: "anna", jobId: "job", fileId: "file" };
const context = { signal: new AbortController().signal };

test.each([
  ["ab", false],
  ["abc", true],
  ["a".repeat(40), true],
  ["a".repeat(41), false],
  ["Abc", false],
  ["ab1", false],
  ["größe", false],
])("%s is in word lists: %s", (stem, isIn) => {
  expect(isListed(stem)).toBe(isIn);
});

test("known words have the number of their pages; a word that is in no list has none", async () => {
  const { db } = fakeDb(() => [
    { word: "invoices", stem: "invoic", pages: 4 },
    { word: "2026", stem: "2026", pages: 0 },
  ]);
  expect(await knownWords(db, "anna", ["invoices", "2026"])).toEqual(
    new Map([
      ["invoices", { stem: "invoic", pages: 4 }],
      ["2026", { stem: "2026", pages: null }],
    ]),
  );
});

test("no words are looked up where none are given", async () => {
  const { db, statements } = fakeDb();
  expect([await knownWords(db, "anna", []), await stemsOf(db, [])]).toEqual([new Map(), new Map()]);
  expect(statements).toEqual([]);
});

test.each([
  ["ke", []],
  ["kes", ["kestrel"]],
  ["ke1", []],
])("what begins with %s is completed to %j", async (typed, completed) => {
  const { db, statements } = fakeDb(() => [{ stem: "kestrel" }]);
  expect(await completionsOf(db, "anna", typed)).toEqual(completed);
  if (completed.length > 0) expect(statements[0]?.sql?.params).toEqual(["anna", typed, `${typed}~`, 20]);
});

test("each distinct word has its stem, in the order asked; a word without one stays as it is", async () => {
  const { db, statements } = fakeDb(() => [{ stems: ["invoic", "the"] }]);
  expect(await stemsOf(db, ["invoices", "the", "invoices", "more"])).toEqual(
    new Map([
      ["invoices", "invoic"],
      ["the", "the"],
      ["more", "more"],
    ]),
  );
  expect(statements[0]?.sql?.params).toEqual([JSON.stringify(["invoices", "the", "more"])]);
});

test("pages that are not stored are forgotten without holding the word list", async () => {
  const { db, statements } = fakeDb();
  await forgetPages(db, ref);
  expect(statements.map(({ kind, limit }) => [kind, limit])).toEqual([["select", 1]]);
});

test("stored pages are forgotten with their words, but for words that are not in the list yet", async () => {
  const { db, statements } = fakeDb(({ kind }) => (kind === "delete" ? [{ fileId: "new" }] : [{}]));
  await forgetPages(db, ref);
  expect(statements.map(({ kind, table }) => `${kind} ${table}`.trim())).toEqual([
    ...["select page_readings", "execute", "delete page_word_changes", "execute"],
  ]);
  expect(statements[1]?.sql?.text).toContain("pg_advisory_xact_lock");
  expect(statements[1]?.sql?.params).toEqual([7_203, "anna"]);
  expect(statements[3]?.sql?.params).toContainEqual(["new"]);
  expect(statements[2]?.where?.params).toEqual(["anna", "job", "file"]);
});

test("the pages of a whole job are forgotten at once", async () => {
  const { db, statements } = fakeDb(() => [{}]);
  await forgetPages(db, { practiceId: "anna", jobId: "job" });
  expect(statements[2]?.where?.params).toEqual(["anna", "job"]);
});

test("a practice's pages, words and changes of words are forgotten under its lock", async () => {
  const { db, statements } = fakeDb();
  await forgetPractice(db, "anna");
  expect(statements.map(({ kind, table }) => `${kind} ${table}`.trim())).toEqual([
    ...["execute", "delete page_readings", "delete page_word_changes", "delete page_words"],
  ]);
});

test("prepared pages replace those before, a part at a time, and their words wait for the word list", async () => {
  const path = join(folder, "pages.jsonl");
  writeFileSync(path, '[{"page":1}]\n[{"page":2}]\n');
  const { db, statements } = fakeDb();
  const listed = new Map([
    ["invoic", { word: "invoices", pages: 2 }],
    ["kestrel", { word: "kestrel", pages: 1 }],
  ]);
  await storePages(db, ref, { path, listed } as never);
  expect(statements.map(({ kind, table }) => `${kind} ${table}`.trim())).toEqual([
    ...["select page_readings", "execute", "execute", "insert page_word_changes"],
  ]);
  expect(statements.slice(1, 3).map(({ sql }) => sql?.params.at(-1))).toEqual(['[{"page":1}]', '[{"page":2}]']);
  expect(statements[3]?.values).toEqual({
    ...ref,
    stems: ["invoic", "kestrel"],
    words: ["invoices", "kestrel"],
    pages: [2, 1],
  });
});

test("a file without pages is only forgotten, and pages without words change no word list", async () => {
  const none = fakeDb();
  await storePages(none.db, ref, null);
  expect(none.statements.map(({ kind }) => kind)).toEqual(["select"]);
  const path = join(folder, "one.jsonl");
  writeFileSync(path, "[]\n");
  const { db, statements } = fakeDb();
  await storePages(db, ref, { path, listed: new Map() } as never);
  expect(statements.map(({ kind }) => kind)).toEqual(["select", "execute"]);
});

test("waiting words are added practice by practice, 200 files at once, until none wait", async () => {
  const looks = [[{ id: "anna" }, { id: "ben" }], [{ id: "anna" }], []];
  const { db, statements } = fakeDb(({ sql }) => {
    if (sql?.text.includes("select distinct")) return looks.shift() ?? [];
    return sql?.text.includes("taken") ? [{ files: 3 }] : [];
  });
  expect(await rollUpWords.run({}, { db }, context)).toEqual({ files: 9 });
  const params = statements.filter(({ sql }) => sql?.text.includes("taken")).map(({ sql }) => sql?.params);
  expect(params).toEqual([
    ["anna", 200, "anna"],
    ["ben", 200, "ben"],
    ["anna", 200, "anna"],
  ]);
  expect(statements.filter(({ sql }) => sql?.text.includes("advisory"))).toHaveLength(3);
  expect(rollUpWords.timeoutMs).toBe(300_000);
});

test("adding words stops between two practices when the run is to end", async () => {
  const ended = new AbortController();
  ended.abort(new Error("ended"));
  const { db } = fakeDb(({ sql }) => (sql?.text.includes("select distinct") ? [{ id: "anna" }] : []));
  await expect(rollUpWords.run({}, { db }, { signal: ended.signal })).rejects.toThrow("ended");
});

import { setImmediate } from "node:timers/promises";
import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aReading, insertReadFile, storeRead } from "../../../../testing/readings/read-pages.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings, readingBacklogs } from "../table.ts";
import { forgetPages } from "./forget-pages.ts";
import { rollUpWords } from "./roll-up-words.task.ts";
import { searchPages } from "./search-pages.ts";
import { pageWordChanges, pageWords } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = (who: SignedIn, given: Parameters<typeof insertReadFile>[2]) => insertReadFile(server, who, given);

async function search(who: SignedIn, query: string | Record<string, string>): Promise<PageSearchResult> {
  const parameters = new URLSearchParams(typeof query === "string" ? { q: query } : query);
  return (await who.get(`/api/search/pages?${parameters}`)).json();
}

const pagesOf = ({ hits }: PageSearchResult) => hits.map(({ page }) => page);

/** Does what a task does every minute. */
const rollUp = () => rollUpWords.run({}, server.services, { signal: new AbortController().signal } as never);

test("a page is found by a word on it, which is marked in the snippet and on the page", async () => {
  const anna = await signIn(server);
  const { jobId, fileId } = await read(anna, { pages: ["Terms and conditions", "Invoice from Kestrel Plumbing"] });

  expect(await search(anna, "kestrel")).toMatchObject({
    hits: [
      {
        jobId,
        fileId,
        page: 2,
        fileName: "scan.pdf",
        customerName: "Bright Bakery",
        snippet: [
          { text: "Invoice from", isHit: false },
          { text: "Kestrel", isHit: true },
          { text: "Plumbing", isHit: false },
        ],
        boxes: [[115, 60, 150, 70]],
        width: 595,
        height: 842,
        picturePath: `/api/jobs/${jobId}/files/${fileId}/pages/2.webp`,
      },
    ],
    next: null,
    correction: null,
    keptDays: 30,
    unread: 0,
    notRead: 0,
    isCatchingUp: false,
    isOn: true,
  });
});

test.each([
  ["INVOICES", "another form and case of a word"],
  ["the kestrel", "a word that is on every page"],
  ["cafe zoe", "accents"],
  ["o'brien", "an apostrophe"],
  ["co-op", "a hyphen"],
  ["coop", "a hyphen left out"],
  ["door bell", "a word typed in two"],
  ["plumbing", "a word that was read in two"],
  ["guttering", "a word that is divided at the end of a line"],
  ["£1,234.56", "an amount"],
  ["1234.56", "an amount without separators"],
  ["1,234", "the pounds of an amount"],
  ["75.00", "an amount printed without pence"],
  ["48.2", "an amount with one decimal"],
  ["2.500,00", "an amount as on the continent"],
  ["14/10/2026", "a date"],
  ["14 Oct 2026", "a date in words"],
  ["14th October, 2026", "a date in full"],
  ["Oct 14, 2026", "a date as in America"],
  ["2026-10-14", "a date as in ISO 8601"],
  ["14.10.26", "a date with a short year"],
  ["October 2026", "a month"],
  ["GB123456782", "a number that is printed in groups"],
  ["gb 123 4567 82", "a number that is typed in groups"],
  ["inv-2026/0042", "a number with separators"],
  ["20-00-00", "a sort code"],
  ["kestrel march", "a word of the page and one of the file's name"],
  ["kestrel bakery", "a word of the page and one of the customer's name"],
])("%s finds a page by %s", async (typed) => {
  const anna = await signIn(server);
  const text = [
    "The invoice from Kestrel Plumb|ing Café Zoé O’Brien’s co-op doorbell gut-",
    "tering £1,234.56 £75 £48.20 2.500,00 14th October 2026 GB 123 4567 82 INV-2026/0042 20-00-00",
  ].join("\n");
  const ids = { facts: [{ kind: "vat-number" as const, value: "GB123456782" }] };
  await read(anna, { pages: ["Nothing here", text], fileName: "March_2026.pdf", ...ids });
  await read(anna, { pages: ["Another paper of 15 November 2026 for 999.99"] });

  expect(pagesOf(await search(anna, typed)).filter((page) => page === 2)).toEqual([2]);
});

test.each(["kestrel otter", "1234.57", "15/10/2026", "September 2026", "plum"])("%s finds nothing", async (typed) => {
  const anna = await signIn(server);
  await read(anna, { pages: ["Kestrel Plumbing £1,234.56 14/10/2026"] });

  expect((await search(anna, typed)).hits).toEqual([]);
});

test("a long word in rare letters is stored and found as any other", async () => {
  const anna = await signIn(server);
  const word = `a${String.fromCodePoint(0x10400).repeat(40)}`;
  const { jobId } = await read(anna, { pages: [`Kestrel ${word}`] });

  expect((await search(anna, word)).hits).toMatchObject([{ jobId, page: 1 }]);
  expect((await search(anna, `kestrel ${word}`)).hits).toHaveLength(1);
});

test("names alone find the first page of a file", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["One", "Two"], fileName: "Till roll.pdf", customerName: "The Kestrel Inn" });

  expect(pagesOf(await search(anna, "till roll"))).toEqual([1]);
  expect(pagesOf(await search(anna, "kestrel"))).toEqual([1]);
  expect(pagesOf(await search(anna, "kestrel two"))).toEqual([2]);
});

test("a hit of two words that were read in parts is marked on all of them", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["Kes|trel owes 14 October 2026 VAT GB 123 4567 82"] });

  const markedBy = async (typed: string) =>
    (await search(anna, typed)).hits[0]?.snippet.filter(({ isHit }) => isHit).map(({ text }) => text);
  expect(await markedBy("kestrel")).toEqual(["Kes trel"]);
  expect(await markedBy("14/10/2026")).toEqual(["14 October 2026"]);
});

test("pages of another practice are never found, nor its words suggested", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await read(anna, { pages: ["Invoice from Kestrel"] });
  await rollUp();

  expect(await search(stranger, "kestrel")).toMatchObject({ hits: [], correction: null });
  expect(await search(stranger, "kestrl")).toMatchObject({ hits: [], correction: null });
  expect(await search(stranger, "kest")).toMatchObject({ hits: [] });
});

test("practices whose words begin alike in the index do not find each other's pages", async () => {
  const anna = await signIn(server);
  const { db } = server.services;
  const twin = { ...anna, practiceId: `${newId().slice(0, -4)}${anna.practiceId.slice(-4)}` };
  await db.insert(practices).values({ id: twin.practiceId, name: "Twin" });
  const { jobId } = await read(anna, { pages: ["Invoice from Kestrel"] });
  const theirs = await read(twin, { pages: Array.from({ length: 25 }, () => "Invoice from Kestrel") });

  expect((await search(anna, "kestrel")).hits).toMatchObject([{ jobId }]);
  const { hits } = await searchPages(db, twin.practiceId, { q: "kestrel" }, "UTC");
  expect(new Set(hits.map((hit) => hit.jobId))).toEqual(new Set([theirs.jobId]));
});

test("filters by customer and days combine with what is searched for", async () => {
  const anna = await signIn(server);
  const customer = { name: "The Kestrel Inn", email: "a@example.com" };
  const customerId: string = (await anna.post("/api/customers", customer)).json().id;
  const createdAt = new Date();
  const today = createdAt.toISOString().slice(0, 10);
  const theirs = await read(anna, { pages: ["Petrol 20.00"], customerId, createdAt });
  const another = await read(anna, { pages: ["Petrol 20.00"], createdAt });

  const jobsFound = async (filter: Record<string, string>) =>
    (await search(anna, { q: "petrol", ...filter })).hits.map(({ jobId }) => jobId);
  expect(await jobsFound({})).toEqual([another.jobId, theirs.jobId]);
  expect(await jobsFound({ customerId })).toEqual([theirs.jobId]);
  expect(await jobsFound({ customerId, from: today, to: today })).toEqual([theirs.jobId]);
  expect(await jobsFound({ from: "2020-01-01", to: "2020-01-31" })).toEqual([]);
  expect(await jobsFound({ to: "1960-12-31" })).toEqual([]);
  expect(await jobsFound({ from: "0001-01-01", to: "9999-12-31" })).toEqual(await jobsFound({}));
  expect(await jobsFound({ from: "2999-01-01" })).toEqual([]);
  expect((await search(anna, { q: "20.00", customerId, from: today })).hits).toHaveLength(1);
});

test("hits come newest first in parts, each page once", async () => {
  const anna = await signIn(server);
  const older = await read(anna, { pages: Array.from({ length: 25 }, (_, page) => `Receipt ${page}`) });
  const newer = await read(anna, { pages: Array.from({ length: 17 }, (_, page) => `Receipt ${page}`) });

  const hits: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const part: PageSearchResult = await search(anna, cursor ? { q: "receipt", cursor } : "receipt");
    hits.push(...part.hits.map(({ jobId, page }) => `${jobId} ${page}`));
    cursor = part.next;
  }
  expect(hits).toEqual([
    ...Array.from({ length: 17 }, (_, page) => `${newer.jobId} ${page + 1}`),
    ...Array.from({ length: 25 }, (_, page) => `${older.jobId} ${page + 1}`),
  ]);
});

test("what is on few of many pages is found behind them", async () => {
  const anna = await signIn(server);
  const first = await read(anna, { pages: ["Paid 77.77 once"] });
  await read(anna, {
    pages: Array.from({ length: 1_050 }, (_, page) => `Filler ${page}${page === 1_020 ? " 77.77" : ""}`),
  });
  const last = await read(anna, { pages: ["Paid 77.77 again"] });

  const { hits, next } = await search(anna, "77.77");
  expect(hits.map(({ jobId }) => jobId)).toEqual([last.jobId, expect.any(String), first.jobId]);
  expect(next).toBeNull();
});

test("a slip of one letter finds what was meant, and the response says so", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["Invoice from Kestrel Plumbing"] });
  await rollUp();

  for (const slip of ["kestrl", "kestreil", "kestrol", "ketsrel"]) {
    expect(await search(anna, `invoice ${slip}`), slip).toMatchObject({
      hits: [{ page: 1 }],
      correction: "invoice kestrel",
    });
  }
  expect(await search(anna, "invoice kastrol")).toMatchObject({ hits: [], correction: null });
});

test("of several words on as many pages, the first of the alphabet is what a slip meant", async () => {
  for (const names of [
    ["kestrel", "kostral"],
    ["kostral", "kestrel"],
  ]) {
    const anna = await signIn(server);
    for (const name of names) await read(anna, { pages: [`Invoice from ${name}`] });
    await rollUp();
    expect((await search(anna, "kestral")).correction).toBe("kestrel");
  }
});

test("the beginning of a word finds it while it is typed", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["Invoice from Kestrel Plumbing"] });
  await rollUp();

  expect(await search(anna, "invoice kest")).toMatchObject({ hits: [{ page: 1 }], correction: null });
});

test("deleted pages are gone from the search and the word list, and words of other pages stay", async () => {
  const anna = await signIn(server);
  const { db } = server.services;
  const { practiceId } = anna;
  const kept = await read(anna, { pages: ["Invoice from Otter Ltd"] });
  const listed = await read(anna, { pages: ["Invoice from Kestrel"] });
  await rollUp();
  const fresh = await read(anna, { pages: ["Invoice from Heron"] });
  for (const ref of [listed, fresh]) await db.transaction((tx) => forgetPages(tx, ref));

  expect((await search(anna, "invoice")).hits).toMatchObject([{ jobId: kept.jobId }]);
  expect((await search(anna, "kestrel")).hits).toEqual([]);
  const words = await db.select().from(pageWords).where(eq(pageWords.practiceId, practiceId));
  expect(words.map(({ word, pages }) => `${word} ${pages}`).toSorted()).toEqual(
    ["bakery 1", "bright 1", "from 1", "invoice 1", "ltd 1", "otter 1", "pdf 1", "scan 1"].toSorted(),
  );
  expect(await db.$count(pageWordChanges, eq(pageWordChanges.practiceId, practiceId))).toBe(0);
});

test("pages that are read again replace those before", async () => {
  const anna = await signIn(server);
  const ref = await read(anna, { pages: ["Kestrel", "Otter"] });
  await storeRead(server, ref, [aReading("Heron")]);

  expect((await search(anna, "otter")).hits).toEqual([]);
  expect((await search(anna, "heron")).hits).toHaveLength(1);
});

test("every page of a long file is found, and other work goes on while it is made findable", async () => {
  const anna = await signIn(server);
  const ref = await read(anna, { pages: ["Otter"] });
  let isDone = false;
  let turns = 0;
  const counting = (async () => {
    for (; !isDone; turns++) await setImmediate();
  })();
  const pages = Array.from({ length: 130 }, (_, index) => aReading(`Heron n${index}x`, { page: index + 1 }));
  await storeRead(server, ref, pages);
  isDone = true;
  await counting;

  expect(turns).toBeGreaterThan(260);
  for (const page of [1, 50, 51, 130]) expect(pagesOf(await search(anna, `n${page - 1}x`))).toEqual([page]);
  const [changes] = await server.services.db
    .select()
    .from(pageWordChanges)
    .where(eq(pageWordChanges.fileId, ref.fileId));
  expect(changes?.pages[changes.stems.indexOf("heron")]).toBe(130);
});

test("the search over everything returns up to three pages", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["Petrol", "Petrol", "Petrol", "Petrol"] });

  expect(pagesOf({ hits: (await anna.get("/api/search?q=petrol")).json().pages } as PageSearchResult)).toEqual([
    1, 2, 3,
  ]);
});

test.each(["'", "\\", "a & !b:*", "%", "£", "😀", "@kestrel", "<->"])("%s is searched for as text", async (typed) => {
  const anna = await signIn(server);
  expect((await anna.get(`/api/search/pages?${new URLSearchParams({ q: typed })}`)).statusCode).toBe(200);
});

test("a cursor that was never given out is refused", async () => {
  const anna = await signIn(server);
  expect((await anna.get("/api/search/pages?q=a&cursor=x")).statusCode).toBe(400);
});

test("a search tells which files it cannot find anything in", async () => {
  const [anna, ben] = [await signIn(server), await signIn(server)];
  const { db } = server.services;
  const { jobId, fileId } = await read(anna, { pages: ["Kestrel"] });
  const stateOf = async (who: SignedIn) => {
    const { unread, notRead, isCatchingUp } = await search(who, "zebra");
    return { unread, notRead, isCatchingUp };
  };
  const complete = { unread: 0, notRead: 0, isCatchingUp: false };
  const pages = { pages: 1, pagesSha256: "a".repeat(64) };

  await db
    .update(jobFiles)
    .set({ ...pages, pagesKey: "pages", pagesBytes: 1 })
    .where(eq(jobFiles.id, fileId));
  expect(await stateOf(anna)).toEqual({ ...complete, isCatchingUp: true });
  expect(await stateOf(ben)).toEqual(complete);

  const reading = { practiceId: anna.practiceId, jobId, fileId };
  await db.insert(fileReadings).values({ ...reading, ...pages, place: 1 });
  expect(await stateOf(anna)).toEqual({ ...complete, unread: 1 });

  await db.update(fileReadings).set({ state: "not-read", why: "time" }).where(eq(fileReadings.fileId, fileId));
  expect(await stateOf(anna)).toEqual({ ...complete, notRead: 1 });
  expect(await stateOf(ben)).toEqual(complete);

  await db.delete(fileReadings).where(eq(fileReadings.fileId, fileId));
  await db.insert(readingBacklogs).values({ practiceId: anna.practiceId, before: newId() });
  expect(await stateOf(anna)).toEqual({ ...complete, isCatchingUp: true });
  await db.update(readingBacklogs).set({ before: jobId }).where(eq(readingBacklogs.practiceId, anna.practiceId));
  expect(await stateOf(anna)).toEqual(complete);
  await db.update(readingBacklogs).set({ before: null }).where(eq(readingBacklogs.practiceId, anna.practiceId));
  expect(await stateOf(anna)).toEqual(complete);
});

test("what is read in a row of asterisks is neither shown nor found", async () => {
  const anna = await signIn(server);
  await read(anna, { pages: ["****** KEKEKEKEKE Kestrel Inn RRRRRR Total"] });
  const { hits } = await search(anna, "kestrel");
  expect(hits[0]?.snippet).toEqual([
    { text: "Kestrel", isHit: true },
    { text: "Inn Total", isHit: false },
  ]);
  expect(pagesOf(await search(anna, "kekekekeke"))).toEqual([]);
  expect(pagesOf(await search(anna, "keke"))).toEqual([]);
});

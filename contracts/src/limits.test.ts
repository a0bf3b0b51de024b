import { expect, test } from "vitest";
import * as limits from "./limits.ts";
import { readingLimits } from "./reading.ts";

const { conversionLimits, containerLimits, conversionTimeMs, MB, thumbnailLimits, uploadLimits } = limits;

test("a megabyte is 1,048,576 bytes, as in the sizes that file managers show", () => {
  expect(MB).toBe(1024 * 1024);
});

test.each([
  ["an upload", uploadLimits.totalBytes, 100],
  ["an upload from the web page", uploadLimits.webTotalBytes, 50],
  ["an item of a container", containerLimits.itemBytes, 100],
  ["the unpacked parts of one file", conversionLimits.unpackedBytes, 200],
  ["the PDF of one file", conversionLimits.outputBytes, 512],
  ["all containers of a job, unpacked,", containerLimits.unpackedBytes, 1024],
  ["a container that may be packed at any ratio, unpacked,", containerLimits.freeBytes, 100],
  ["a batch of items", containerLimits.batchBytes, 32],
  ["the memory of a conversion", conversionLimits.memoryBytes, 1024],
  ["the memory of a conversion that runs alone", conversionLimits.aloneMemoryBytes, 2048],
  ["the memory of unpacking", containerLimits.memoryBytes, 256],
  ["the memory of drawing thumbnails", thumbnailLimits.memoryBytes, 512],
])("%s may have %3$i MB", (_what, bytes, megabytes) => {
  expect(bytes / MB).toBe(megabytes);
});

test("a second attempt needs 3 GB of free memory, idle processes are kept with 2 GB", () => {
  expect([conversionLimits.aloneFreeBytes / MB, conversionLimits.idleFreeBytes / MB]).toEqual([3072, 2048]);
});

test.each([
  ["an empty file", 0, 30],
  ["a file of one byte", 1, 31],
  ["a file of exactly 1 MB", MB, 31],
  ["a file of a byte more than 1 MB", MB + 1, 32],
  ["a file of 89 MB", 89 * MB, 119],
  ["a file of 90 MB", 90 * MB, 120],
  ["a file of 100 MB", 100 * MB, 120],
])("%s may be converted for %3$i seconds", (_what, bytes, seconds) => {
  expect(conversionTimeMs(bytes)).toBe(seconds * 1000);
});

test("a job has at most 25 files, 500 items of containers nested three deep, and 25 unconfirmed emails", () => {
  expect([uploadLimits.filesPerJob, containerLimits.items, containerLimits.depth]).toEqual([25, 500, 3]);
  expect(limits.unconfirmedEmails).toBe(25);
  expect(containerLimits.ratio).toBe(200);
});

test("a file has at most 2,000 pages, pictures of 300 million pixels and 2,000 parts; a PDF has at most 5,000 pages", () => {
  expect([conversionLimits.pages, conversionLimits.archiveEntries, limits.outputPages]).toEqual([2000, 2000, 5000]);
  expect(conversionLimits.pixelsPerPicture).toBe(300e6);
});

test("thumbnails are drawn of 50 pages, two seconds each", () => {
  expect([thumbnailLimits.pages, thumbnailLimits.pageMs]).toEqual([50, 2000]);
});

test("the words of a page are read for 15 seconds and 3 more a page, two minutes at most", () => {
  const { baseMs, perPageMs, maxMs } = readingLimits;
  expect([baseMs, perPageMs, maxMs]).toEqual([15e3, 3e3, 120e3]);
});

test("a job waits longer for the reading of a file than the reading may take", () => {
  expect(readingLimits.jobWaitSeconds - readingLimits.maxMs / 1000).toBe(30);
});

test("half a million words of a file are kept, 5,000 of a page; a mean confidence below 65 is hard to read", () => {
  const { wordsPerFile, wordsPerPage, hardConfidence } = readingLimits;
  expect([wordsPerFile, wordsPerPage, hardConfidence]).toEqual([500e3, 5e3, 65]);
});

test("an account is guarded: 5 failures an address and account, 30 an address, 50 an account, in a quarter of an hour", () => {
  expect(limits.signInLimits).toEqual({
    windowMinutes: 15,
    perAccountAndAddress: 5,
    perAddress: 30,
    perAccount: 50,
    slowSeconds: 60,
  });
});

test("a link to a new password lasts an hour, other links and a known browser last days", () => {
  expect(limits.linkLife).toEqual({ resetMinutes: 60, verifyDays: 7, invitationDays: 7 });
  expect(limits.knownDeviceDays).toBe(90);
});

test("files are kept for 30 days, or for 1 to 365; documents for 90 days, transactions for 7 years, the audit log for 1", () => {
  expect(limits.retention).toEqual({
    defaultDays: 30,
    minDays: 1,
    maxDays: 365,
    documentDays: 90,
    transactionYears: 7,
    auditYears: 1,
  });
});

test("somebody stays signed in for a working day, or for half an hour to a day; Undo lasts 20 seconds, or up to two minutes", () => {
  expect(limits.sessionMinutes).toEqual({ default: 8 * 60, min: 30, max: 24 * 60 });
  expect(limits.undoSeconds).toEqual({ default: 20, min: 0, max: 120 });
});

test("a paid period has 30 days, a bank transfer may take 14, and the usage card warns at four fifths", () => {
  expect([limits.periodDays, limits.transferDays, limits.nearLimit]).toEqual([30, 14, 0.8]);
});

test("lists show 50 jobs, 20 entries of a log, 250 last jobs or 50 practices at a time, and 3 recent items", () => {
  expect(limits.listPage).toEqual({ jobs: 50, logEntries: 20, lastJobs: 250, practices: 50 });
  expect(limits.recentItems).toBe(3);
});

test("a key of idempotency is remembered for a day, and a new stream repeats the last five seconds", () => {
  expect([limits.idempotencyHours * 60, limits.recentEventsMs]).toEqual([1440, 5000]);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db/connect.ts";
import { examineBackup } from "./backup.ts";
import { examineClock } from "./clock.ts";
import { type DatabaseFacts, judgeDatabase } from "./database.ts";
import { judgeDisk } from "./disk.ts";
import { examineBucket } from "./files.ts";
import { findListener } from "./port.ts";
import { examineReadingLane } from "./reading-lane.ts";
import { examineScanner } from "./scanner.ts";
import { judgeVersions, readVersionFacts } from "./versions.ts";

const usual: DatabaseFacts = {
  server: { number: 180_004, version: "18.4 (Debian 18.4-1)", encoding: "UTF8" },
  hasTrigrams: true,
  migrations: { pending: 0, isNewer: false, isBeforeBaseline: false },
  connections: { used: 20, most: 97 },
};

test("a database with connections for one more worker is ok, with one less it is a warning", () => {
  const left = (most: number) => judgeDatabase({ ...usual, connections: { used: 20, most } });
  expect(left(37)).toEqual({
    state: "ok",
    words: "PostgreSQL 18.4 can be reached. Its tables are up to date, and 17 connections are free.",
  });
  expect(left(36)).toMatchObject({
    state: "warning",
    words: "PostgreSQL 18.4 has 16 connections of 36 left. One more worker needs 17.",
  });
  expect(left(21).words).toContain("has 1 connection of 21 left");
});

test("the last release of the newest tested PostgreSQL is ok, the first of the next one is a warning", () => {
  const numbered = (number: number) => judgeDatabase({ ...usual, server: { ...usual.server, number } }).state;
  expect([numbered(189_999), numbered(190_000)]).toEqual(["ok", "warning"]);
});

test.each([
  [5000, "ok", "agree"],
  [-5000, "ok", "agree"],
  [5001, "warning", "5 seconds ahead of"],
  [-5499, "warning", "5 seconds behind"],
  [5500, "warning", "6 seconds ahead of"],
  [3_600_000, "warning", "3,600 seconds ahead of"],
])("a clock that differs by %i ms is %s: %s", async (differenceMs, state, words) => {
  const outcome = await examineClock(
    async () => 1_000_000,
    () => 1_000_000 + differenceMs,
  );
  expect(outcome).toMatchObject({ state, words: expect.stringContaining(words) });
});

test("the time that the database takes to answer counts half", async () => {
  const times = [1_000_000, 1_008_000];
  const outcome = await examineClock(
    async () => 1_000_000,
    () => times.shift() ?? 0,
  );
  expect(outcome.state).toBe("ok");
});

test.each([
  [{ left: 64 * MB, reserve: 64 * MB, size: 100_000 * MB }, "warning", "64 MB left. Uploads are refused below 64 MB."],
  [{ left: 64 * MB - 1, reserve: 64 * MB, size: 100_000 * MB }, "failed", "The disk is full: 63 MB left."],
  [{ left: 1024 * MB, reserve: 64 * MB, size: 100_000 * MB }, "ok", "1.0 GB of 97.7 GB are free."],
  [{ left: 1024 * MB - 1, reserve: 64 * MB, size: 100_000 * MB }, "warning", "nearly full: 1023 MB left"],
  [{ left: 200 * MB, reserve: 50 * MB, size: 1000 * MB }, "ok", "200 MB of 1000 MB are free."],
  [{ left: 200 * MB - 1, reserve: 50 * MB, size: 1000 * MB }, "warning", "nearly full: 199 MB left"],
])("a disk with %o is %s", (space, state, words) => {
  expect(judgeDisk("/data", space)).toMatchObject({ state, words: expect.stringContaining(words) });
});

const hour = 3_600_000;
const now = Date.parse("2026-11-23T12:00:00.000Z");
/** A database whose last backup ended so many milliseconds ago; null without any. */
const databaseOf = (agoMs: number | null) =>
  ({
    select: () => ({ from: async () => [{ at: agoMs === null ? null : new Date(now - agoMs) }] }),
    execute: async () => ({ rows: [{ now: new Date(now).toISOString() }] }),
  }) as unknown as Db;

test.each([
  [hour - 1, "ok", "The last backup was made within the last hour."],
  [hour, "ok", "The last backup was made 1 hour ago."],
  [48 * hour, "ok", "The last backup was made 48 hours ago."],
  [49 * hour - 1, "ok", "The last backup was made 48 hours ago."],
  [49 * hour, "warning", "The last backup was made 2 days ago."],
  [72 * hour, "warning", "The last backup was made 3 days ago."],
])("a backup of %i ms ago is %s: %s", async (agoMs, state, words) => {
  expect(await examineBackup(databaseOf(agoMs), { demo: false, ownMeans: false })).toMatchObject({ state, words });
});

test("without a backup the state depends on who runs the database, and a demonstration needs none", async () => {
  const none = databaseOf(null);
  expect(await examineBackup(none, { demo: false, ownMeans: false })).toMatchObject({
    state: "warning",
    remedy: { command: "./sheaf backup FOLDER" },
  });
  expect((await examineBackup(none, { demo: false, ownMeans: true })).state).toBe("unknown");
  expect((await examineBackup(none, { demo: true, ownMeans: false })).state).toBe("ok");
});

const lane = { waiting: 1, running: 0, pagesPerMinute: 2, oldestWaitingSeconds: 3_599 };

test.each([
  [{}, "ok", "1 file waits to be read, at 2 pages a minute."],
  [{ oldestWaitingSeconds: null }, "ok", "1 file waits"],
  [{ oldestWaitingSeconds: 3_600 }, "warning", "The oldest has waited for 1 hour:"],
  [{ oldestWaitingSeconds: 7_199 }, "warning", "for 1 hour:"],
  [{ oldestWaitingSeconds: 7_200, waiting: 2 }, "warning", "for 2 hours:"],
])("pages to read with %o are %s: %s", (more, state, words) => {
  expect(examineReadingLane({ ...lane, ...more })).toMatchObject({ state, words: expect.stringContaining(words) });
});

test("bucket and virus scanner are ok when they answer, and otherwise a failure with the reason and the variable", async () => {
  const works = { check: async () => {} };
  const breaks = {
    check: async () => {
      throw new Error("no route");
    },
  };
  expect(await examineBucket(works, "papers")).toEqual({
    state: "ok",
    words: "Files are stored in the bucket papers.",
  });
  expect(await examineBucket(breaks, "papers")).toMatchObject({
    state: "failed",
    words: expect.stringContaining("The bucket papers cannot be used (no route)."),
  });
  expect(await examineScanner(works, "clam:3310")).toEqual({
    state: "ok",
    words: "clamd can be reached at clam:3310.",
  });
  expect(await examineScanner(breaks, "clam:3310")).toMatchObject({ state: "failed", words: "no route" });
});

test.each([
  ["answers as Sheaf", 200, '{"database":"ok","queue":"ok"}', "sheaf"],
  ["answers as Sheaf that is not ready", 503, '{"database":"away","queue":"ok"}', "unready-sheaf"],
  ["answers with part of that", 200, '{"database":"ok"}', "another"],
  ["answers with other JSON", 200, '"ok"', "another"],
  ["answers with null", 200, "null", "another"],
  ["answers with a page", 200, "<html>", "another"],
])("on a port a program that %s is found as such", async (_what, status, body, listener) => {
  const server = createServer((request, response) =>
    response.writeHead(request.url === "/readyz" ? status : 404).end(body),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  expect(await findListener({ host: "127.0.0.1", port })).toBe(listener);
  server.close();
  server.closeAllConnections();
});

test("a port on which nothing answers is free, on one address and on all", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  expect(await findListener({ host: "127.0.0.1", port })).toBe("none");
  expect(await findListener({ host: "0.0.0.0", port })).toBe("none");
});

test("Node 24 is new enough, and what is installed here is what the checks read", () => {
  const facts = { hasPackages: true, missingPackages: [] as string[], web: "built" as const };
  expect([
    judgeVersions({ ...facts, node: "24.0.0" }).state,
    judgeVersions({ ...facts, node: "23.9.9" }).state,
  ]).toEqual(["ok", "failed"]);
  expect(readVersionFacts().node).toBe(process.versions.node);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../platform/process/version.ts";
import { examineAddress } from "./address.ts";
import { examineClock } from "./clock.ts";
import { type DatabaseFacts, judgeDatabase } from "./database.ts";
import { judgePort } from "./port.ts";
import { judgeVersions, readVersionFacts, type VersionFacts } from "./versions.ts";
import { examineWorkers } from "./workers.ts";

const usual: DatabaseFacts = {
  server: { number: 180_004, version: "18.4", encoding: "UTF8" },
  hasTrigrams: true,
  migrations: { pending: 0, isNewer: false, isBeforeBaseline: false },
  connections: { used: 20, most: 97 },
};

test.each<[string, Partial<DatabaseFacts>, string, RegExp]>([
  ["is as it should be", {}, "ok", /PostgreSQL 18.4 can be reached.* 77 connections are free/],
  ["is too old", { server: { ...usual.server, number: 140_018, version: "14.18" } }, "failed", /needs 15 or newer/],
  [
    "is newer than the newest tested version",
    { server: { ...usual.server, number: 190_000, version: "19.0" } },
    "warning",
    /newer than 18/,
  ],
  ["has another encoding", { server: { ...usual.server, encoding: "SQL_ASCII" } }, "failed", /encoding SQL_ASCII/],
  ["lacks pg_trgm", { hasTrigrams: false }, "failed", /pg_trgm/],
  [
    "lacks a migration",
    { migrations: { pending: 1, isNewer: false, isBeforeBaseline: false } },
    "failed",
    /needs 1 migration /,
  ],
  [
    "has tables of a newer Sheaf",
    { migrations: { pending: 0, isNewer: true, isBeforeBaseline: false } },
    "warning",
    /newer version of Sheaf/,
  ],
  [
    "has tables from before the baseline",
    { migrations: { pending: 1, isNewer: false, isBeforeBaseline: true } },
    "failed",
    /version 0\.1\.0, the last one that can read them/,
  ],
  ["has few connections left", { connections: { used: 90, most: 97 } }, "warning", /7 connections of 97 left/],
])("a database that %s", (_, facts, state, words) => {
  expect(judgeDatabase({ ...usual, ...facts })).toMatchObject({ state, words: expect.stringMatching(words) });
});

test("the remedy for tables that lack a migration is ./sheaf migrate", () => {
  expect(
    judgeDatabase({ ...usual, migrations: { pending: 2, isNewer: false, isBeforeBaseline: false } }).remedy?.command,
  ).toBe("./sheaf migrate");
});

test.each([
  [1_000_000, "ok", /agree/],
  [1_004_900, "ok", /agree/],
  [1_006_000, "warning", /6 seconds ahead of the database's/],
  [400_000, "warning", /600 seconds behind the database's/],
])("a machine's clock at %i ms, with the database's at 1000000 ms, is %s", async (machineMs, state, words) => {
  const outcome = await examineClock(
    async () => 1_000_000,
    () => machineMs,
  );
  expect(outcome).toMatchObject({ state, words: expect.stringMatching(words) });
});

const local = {
  publicUrl: undefined,
  host: "localhost",
  port: 3000,
  trustedProxies: 0,
  mailTransport: "outbox",
  demo: false,
} as const;

test.each([
  [{}, "ok", /this machine only/],
  [{ mailTransport: "smtp" as const }, "warning", /links in emails lead to http:\/\/localhost:3000/],
  [{ host: "0.0.0.0" }, "warning", /PUBLIC_URL is not set/],
  [{ publicUrl: "http://localhost:3000", mailTransport: "smtp" as const }, "warning", /work on this machine only/],
  [{ publicUrl: "http://sheaf.example" }, "warning", /unencrypted/],
  [{ publicUrl: "https://sheaf.example" }, "warning", /TRUST_PROXY is 0/],
  [{ publicUrl: "https://sheaf.example", trustedProxies: 1 }, "ok", /reach Sheaf at https:\/\/sheaf.example/],
])("the address with the settings %j is %s", (more, state, words) => {
  expect(examineAddress({ ...local, ...more })).toMatchObject({ state, words: expect.stringMatching(words) });
});

const installed: VersionFacts = { node: "24.21.0", hasPackages: true, missingPackages: [], web: "built" };

test.each([
  [{}, "ok", undefined],
  [{ node: "22.1.0" }, "failed", "./sheaf set-up packages"],
  [{ hasPackages: false }, "failed", "./sheaf set-up packages"],
  [{ missingPackages: ["pg"] }, "failed", "rm -f node_modules/.sheaf-lock && ./sheaf set-up packages"],
  [{ web: "missing" as const }, "failed", "./sheaf build"],
  [{ web: "old" as const }, "warning", "./sheaf build"],
])("an installation with %j is %s", (more, state, command) => {
  const outcome = judgeVersions({ ...installed, ...more });
  expect([outcome.state, outcome.remedy?.command]).toEqual([state, command]);
});

test("readVersionFacts compares the packages with the lock file and lists missing ones", () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-versions-"));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const name of ["contracts", "engine", "server"]) write(`${name}/package.json`, '{"dependencies":{"pg":"8"}}');
  write("package-lock.json", "this version");
  write("node_modules/.sheaf-lock", "another version");
  write("server/node_modules/pg/package.json", "{}");
  expect(readVersionFacts(folder, join(folder, "dist"))).toMatchObject({
    hasPackages: false,
    missingPackages: ["pg"],
    web: "missing",
  });
  write("node_modules/.sheaf-lock", "this version");
  write("node_modules/pg/package.json", "{}");
  write("dist/index.html", "");
  expect(readVersionFacts(folder, join(folder, "dist"))).toMatchObject({
    hasPackages: true,
    missingPackages: [],
    web: "built",
  });
  rmSync(folder, { recursive: true });
});

test("having no worker is a failure, and a worker of another version is a warning", () => {
  expect(examineWorkers([])).toMatchObject({ state: "failed", words: expect.stringContaining("Uploads") });
  expect(examineWorkers([{ version }, { version: "0.0.1" }])).toMatchObject({
    state: "warning",
    words: expect.stringContaining("0.0.1"),
  });
  expect(examineWorkers([{ version }, { version }])).toEqual({ state: "ok", words: "2 workers run." });
});

test("a port that another program uses is a failure, and the remedy starts Sheaf on the next port", () => {
  expect(judgePort("another", 3000)).toMatchObject({ state: "failed", remedy: { command: "PORT=3001 ./sheaf start" } });
  expect(judgePort("none", 3000).state).toBe("ok");
  expect(judgePort("sheaf", 3000).state).toBe("ok");
  expect(judgePort("unready-sheaf", 3000).state).toBe("failed");
});

import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../testing/admin/administrator.ts";
import { freshDatabase } from "../../../testing/fresh-database.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { startMailServer } from "../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { openDb } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { reportWorker } from "../../platform/queue/workers.ts";
import { openScanner } from "../../platform/scan/clamd.ts";
import { backups } from "../backup/table.ts";
import { examineInstallation } from "./examine-installation.ts";

let server: TestServer;
let admin: SignedInAdmin;
beforeAll(async () => {
  server = await startTestServer({ env: { SHEAF_EMBEDDED_DATABASE: "1" } });
  admin = await administrator(server);
});
afterAll(() => server.close());

const named = (examinations: Examination[], name: string) => examinations.find((one) => one.name === name);
const examine = async (name: string) => named(await examineInstallation(server.services), name);

test("an administrator gets the state of each part of the installation", async () => {
  const answer = await admin.get("/api/admin/health");
  expect(answer.statusCode).toBe(200);
  const examinations: Examination[] = answer.json();
  expect(examinations.map(({ name }) => name)).toEqual([
    "versions",
    "database",
    "key",
    "clock",
    "workers",
    "office",
    "fonts",
    "sandbox",
    "programs",
    "reading",
    "reading-lane",
    "disk",
    "data-folder",
    "mail",
    "address",
    "backup",
  ]);
  expect(named(examinations, "database")).toMatchObject({ state: "ok", label: "Database" });
  expect(named(examinations, "clock")?.state).toBe("ok");
  expect(named(examinations, "data-folder")?.state).toBe("ok");
});

test("a request during an examination gets the result of that examination", async () => {
  const [one, other] = [examineInstallation(server.services), examineInstallation(server.services)];
  expect(one).toBe(other);
  await one;
  const later = examineInstallation(server.services);
  expect(later).not.toBe(one);
  await later;
});

test("programs and fonts are examined from the reports of the workers", async () => {
  expect(await examine("workers")).toMatchObject({ state: "failed" });
  expect(await examine("office")).toMatchObject({ state: "unknown" });
  const { db, log } = server.services;
  const notes = ["LibreOffice 7.4 is older than 25.2.", "Fonts are missing: Carlito (for Calibri)."];
  const health = {
    ...fakeEngine().health(),
    sandbox: "bubblewrap",
    office: "kit",
    officeVersion: "7.4",
    notes,
  } as const;
  const report = await reportWorker(db, () => ({ ...health, notes }), log);

  const found = await examineInstallation(server.services);
  await report.stop();

  const states = ["workers", "office", "fonts", "sandbox", "programs"].map((name) => named(found, name)?.state);
  expect(states).toEqual(["ok", "warning", "warning", "ok", "ok"]);
});

test("the state of the backup depends on the age of the last backup", async () => {
  const { db } = server.services;
  expect(await examine("backup")).toMatchObject({ state: "warning", remedy: { command: "./sheaf backup FOLDER" } });
  const made = (hoursAgo: number) => {
    const at = sql`now() - make_interval(hours => ${hoursAgo}::int)`;
    return db.insert(backups).values({ id: newId(), startedAt: at, endedAt: at, rows: 1 });
  };
  await made(100);
  expect(await examine("backup")).toMatchObject({ state: "warning", words: "The last backup was made 4 days ago." });
  await made(20);
  expect(await examine("backup")).toMatchObject({ state: "ok", words: "The last backup was made 20 hours ago." });
});

test("a mail server set in the browser is examined, and its password is not in the response", async () => {
  const { config } = server.services;
  const chatty = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      done(Object.assign(new Error(`${password} is wrong`), { responseCode: 535 })),
  });
  const { mail, mailTransport } = config;
  const url = chatty.url.replace("//", "//anna:secret-word@");
  Object.assign(config, { mailTransport: "smtp", mail: { ...mail, smtp: { url, dkim: undefined } } });

  const answer = await admin.get("/api/admin/health");

  Object.assign(config, { mail, mailTransport });
  await chatty.close();
  expect(named(answer.json(), "mail")).toMatchObject({ state: "failed", words: expect.stringContaining("… is wrong") });
  expect(answer.body).not.toContain("secret-word");
});

test("a database without pg_trgm or with missing migrations is a failure", async () => {
  const { url, disconnect } = await freshDatabase();
  const log = pino({ level: "silent" });
  const { db, close } = openDb(url, log);
  const database = async () => named(await examineInstallation({ ...server.services, db }), "database");
  try {
    expect(await database()).toMatchObject({ state: "ok" });
    await db.execute(sql`drop extension pg_trgm cascade`);
    expect(await database()).toMatchObject({ state: "failed", words: expect.stringContaining("pg_trgm") });
    await db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    );
    expect(await database()).toMatchObject({ state: "failed", remedy: { command: "./sheaf migrate" } });
    await db.execute(sql`drop schema drizzle cascade`);
    expect(await database()).toMatchObject({ state: "failed", remedy: { command: "./sheaf migrate" } });
  } finally {
    await close();
    await disconnect();
  }
});

test("other parts are examined while the database is unavailable", async () => {
  const log = pino({ level: "silent" });
  const { db, close } = openDb("postgres://nobody@127.0.0.1:1/none", log);
  const found = await examineInstallation({ ...server.services, db });
  await close();

  expect(named(found, "database")).toMatchObject({ state: "failed", words: "The database cannot be reached." });
  expect(named(found, "backup")).toMatchObject({ state: "unknown" });
  expect(named(found, "disk")?.state).not.toBe("unknown");
});

test("a configured virus scanner that does not respond is a failure", async () => {
  const config = { ...server.services.config, clamdAddress: "127.0.0.1:1" };
  const services = { ...server.services, config, scanner: openScanner(config) };
  const found = await examineInstallation(services);
  expect(named(found, "scanner")).toMatchObject({ state: "failed", words: expect.stringContaining("clamd") });
});

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Client, newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { testConfig } from "../../../testing/services.ts";
import { users } from "../../domain/accounts/table.ts";
import { arrivalItems, uploadKeys } from "../../domain/arrivals/table.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobs } from "../../domain/jobs/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { requireMatchingKey } from "../../platform/process/installation-key.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { makeBackup } from "./backup.ts";
import { filesName, keyName, tableFile } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { backups } from "./table.ts";

let folder: string;
let server: TestServer;
let anna: Practice;
let ready: string;
let first: string;

const needs = ({ services }: TestServer) => ({
  config: services.config,
  db: services.db,
  log: services.log,
  storage: services.storage,
  url: services.databaseUrl,
});

/** Checks the key as a process does at its start: a key other than the database's is refused. */
const checkKey = ({ services: { config, databaseUrl, log } }: TestServer) =>
  requireMatchingKey(config, databaseUrl, log);

const keyOf = async ({ services }: TestServer) => readFile(join(services.config.dataDir, keyName), "utf8");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  server = await startTestServer({ worker: fakeEngine() });
  anna = await openPractice(server, "growth");
  // The email can still be undone, so it is not sent yet when the backup is made.
  await anna.put("/api/settings", { ...(await anna.get("/api/settings")).json(), undoSeconds: 120 });
  ({ id: ready } = await anna.job([["a.txt", "one"]], { sendEmail: "true" }));
  await vi.waitFor(async () => expect((await anna.read(ready)).deliveries).toHaveLength(1), { timeout: 20_000 });
  await checkKey(server);
  ({ folder: first } = await makeBackup(needs(server), folder, { keep: 2 }));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a backup restores users, jobs, files and the key", async () => {
  const other = await startTestServer({ worker: fakeEngine() });
  try {
    await checkKey(other);
    await restoreBackup(needs(other), first);
    await checkKey(other);

    const back = newClient(other.app);
    await back.post("/api/login", { username: anna.username, password: anna.password });
    const job = (await back.get(`/api/jobs/${ready}`)).json();
    expect(job).toMatchObject({ status: "completed", customer: { name: "Bright Bakery" } });
    const itemsIn = ({ services: { db } }: TestServer) =>
      db.select().from(arrivalItems).where(eq(arrivalItems.fileId, job.files[0].id));
    expect(await itemsIn(other)).toHaveLength(1);
    expect(await itemsIn(other)).toEqual(await itemsIn(server));
    const [then, now] = [await anna.get(`/api/jobs/${ready}/download`), await back.get(`/api/jobs/${ready}/download`)];
    expect(now.statusCode).toBe(200);
    expect(now.body).toBe(then.body);
    expect(await keyOf(other)).toBe(await keyOf(server));

    // An email that may have been sent since the backup is not sent again automatically.
    expect(job.light.colour).toBe("red");
    expect(job.deliveries).toMatchObject([
      { state: "unconfirmed", message: expect.stringMatching(/restored from a backup/) },
    ]);
    await expect(restoreBackup(needs(other), first)).rejects.toThrow(/already has practices/);
  } finally {
    await other.close();
  }
});

test("[S9.22] an upload that is repeated after the restore returns the job from before, however old the backup is", async () => {
  const upload = (client: Client) =>
    client.upload("/api/jobs", anna.form([["resent.txt", "resent"]], { sendEmail: "false" }), {
      "idempotency-key": "k",
    });
  const { id } = (await upload(anna)).json();
  await anna.ended(id);
  const { db } = server.services;
  await db.update(uploadKeys).set({ createdAt: sql`now() - interval '49 hours'` }).where(eq(uploadKeys.jobId, id));
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const older = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  onTestFinished(() => rm(older, { recursive: true, force: true }));
  const { folder: made } = await makeBackup(needs(server), older, { keep: 5, at: twoDaysAgo });
  const other = await startTestServer({ worker: fakeEngine() });
  try {
    await restoreBackup(needs(other), made);
    const back = newClient(other.app);
    await back.post("/api/login", { username: anna.username, password: anna.password });
    const jobsBefore = await other.services.db.$count(jobs);

    const again = await upload(back);

    expect(again.json().id).toBe(id);
    expect(await other.services.db.$count(jobs)).toBe(jobsBefore);
    const late = await back.upload("/api/jobs", anna.form([["other.txt", "other"]]), { "idempotency-key": "k" });
    expect(late.json().code).toBe("key-reused");
  } finally {
    await other.close();
  }
});

test("a completed backup is recorded, and a restored installation only knows of earlier backups", async () => {
  const { db } = server.services;
  const earlier = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  onTestFinished(() => rm(earlier, { recursive: true, force: true }));
  const before = await db.$count(backups);
  const { folder: made, manifest } = await makeBackup(needs(server), earlier, { keep: 5 });
  expect(await db.$count(backups)).toBe(before + 1);
  const [recorded] = await db
    .select()
    .from(backups)
    .where(eq(backups.startedAt, new Date(manifest.madeAt)));
  const rows = manifest.tables.map((table) => table.rows).reduce((sum, more) => sum + more);
  expect(recorded).toMatchObject({ rows, files: manifest.files?.count, bytes: manifest.files?.bytes });
  // A failed backup is not recorded.
  await writeFile(join(earlier, "file"), "");
  await expect(makeBackup(needs(server), join(earlier, "file"), { keep: 5 })).rejects.toThrow();
  expect(await db.$count(backups)).toBe(before + 1);

  const other = await startTestServer();
  try {
    await restoreBackup(needs(other), made);
    expect(await other.services.db.$count(backups)).toBe(before);
  } finally {
    await other.close();
  }
});

test("no browser is known after a restore, because it may have been made unknown since the backup", async () => {
  const other = await startTestServer();
  try {
    await restoreBackup(needs(other), first);

    const keys = (db: Db) => db.select({ key: users.devicesKey }).from(users).where(eq(users.id, anna.userId));
    const [before, after] = [await keys(server.services.db), await keys(other.services.db)];
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  } finally {
    await other.close();
  }
});

test("a restore into an installation in use is refused before any file is copied", async () => {
  const other = await startTestServer();
  try {
    await signIn(other);
    await expect(restoreBackup(needs(other), first)).rejects.toThrow(/already has practices/);
    for await (const { key } of other.services.storage.list("")) expect.fail(`${key} was brought in`);
  } finally {
    await other.close();
  }
});

test("an email whose PDF had not been made at the restore is unconfirmed as well", async () => {
  const { id } = await anna.job([["b.txt", "two"]], { sendEmail: "true" });
  const { db } = server.services;
  await db.update(jobs).set({ restoredAt: new Date() }).where(sql`${jobs.id} = ${id}`);
  await expect.poll(async () => (await anna.read(id)).deliveries).toMatchObject([{ state: "unconfirmed" }]);
  const { rows } = await db.execute(
    sql`select 1 from pgboss.job where name = 'delivery.deliver' and data ->> 'jobId' = ${id}`,
  );
  expect(rows).toEqual([]);
  expect(await db.$count(deliveries, sql`${deliveries.jobId} = ${id}`)).toBe(1);
});

test("a further backup links unchanged files, and the oldest backup is deleted", async () => {
  const keep = { keep: 2 };
  const made = [];
  for (const at of ["2026-11-21T01:00:00Z", "2026-11-21T02:00:00Z"]) {
    made.push(await makeBackup(needs(server), folder, { ...keep, at: new Date(at) }));
  }
  expect((await readdir(folder)).sort()).toHaveLength(2);
  const [same] = await readdir(
    join(made[1]?.folder ?? "", filesName, "practices", anna.practiceId, "jobs", ready, "originals"),
  );
  const file = join(filesName, "practices", anna.practiceId, "jobs", ready, "originals", same ?? "");
  expect((await stat(join(made[1]?.folder ?? "", file))).nlink).toBeGreaterThan(1);
});

test("backups begun within one second, one after another or at once, are all complete", async () => {
  const quick = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  onTestFinished(() => rm(quick, { recursive: true, force: true }));
  const backUp = () => makeBackup(needs(server), quick, { keep: 5, at: new Date("2026-11-21T01:00:00.5Z") });
  await backUp();
  await Promise.all([backUp(), backUp()]);
  expect((await readdir(quick)).sort()).toEqual([
    "2026-11-21T01-00-00Z",
    "2026-11-21T01-00-01Z",
    "2026-11-21T01-00-02Z",
  ]);
  for (const name of await readdir(quick)) {
    expect((await readdir(join(quick, name))).sort()).toEqual((await readdir(first)).sort());
  }
});

test("what a killed backup has left is deleted after two days, and nothing else in the folder", async () => {
  const target = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  onTestFinished(() => rm(target, { recursive: true, force: true }));
  const kept = ["2026-11-19T02-00-00Z.unfinished", "mine.unfinished", "2026-11-01"];
  for (const name of ["2026-11-18T23-59-59Z.unfinished", ...kept]) {
    await mkdir(join(target, name));
    await writeFile(join(target, name, "jobs.jsonl"), "{}");
  }
  await makeBackup(needs(server), target, { keep: 5, at: new Date("2026-11-21T00:00:00Z") });
  expect((await readdir(target)).sort()).toEqual([...kept, "2026-11-21T00-00-00Z"].sort());
});

test("a backup with another installation's data folder is refused, and earlier backups are kept", async () => {
  const another = testConfig(await mkdtemp(join(folder, "another-")));
  const storage = await openStorage(another);
  try {
    const there = (await readdir(folder)).sort();
    const withAnother = { ...needs(server), config: another, storage };
    await expect(makeBackup(withAnother, folder, { keep: 1 })).rejects.toThrow(
      /not the key .* SHEAF_DATA to the folder/,
    );

    const sameKey = { ...withAnother, config: { ...another, keyHex: (await keyOf(server)).trim() } };
    await expect(makeBackup(sameKey, folder, { keep: 1 })).rejects.toThrow(/contains no files.* Set SHEAF_DATA/);
    expect((await readdir(folder)).sort()).toEqual(there);
  } finally {
    await storage.close();
    await rm(another.dataDir, { recursive: true, force: true });
  }
});

test("a damaged backup and one of another version are refused, and nothing is restored", async () => {
  const { folder: made } = await makeBackup(needs(server), folder, { keep: 5 });
  const other = await startTestServer();
  try {
    const path = join(made, "manifest.json");
    const manifest = await readFile(path, "utf8");
    await writeFile(path, manifest.replace(/"version": "[^"]*"/, '"version": "another"'));
    await expect(restoreBackup(needs(other), made)).rejects.toThrow(/made by another version of Sheaf/);
    await writeFile(path, manifest);
    await writeFile(join(made, tableFile("customers")), "cut off");
    await expect(restoreBackup(needs(other), made)).rejects.toThrow(/customers.copy.gz is missing or damaged/);
    await expect(restoreBackup(needs(other), folder)).rejects.toThrow(/is not a backup/);
    const { rows } = await other.services.db.execute(sql`select count(*)::int as number from practices`);
    expect(rows).toEqual([{ number: 0 }]);
  } finally {
    await other.close();
  }
});

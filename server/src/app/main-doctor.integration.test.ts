import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asSheafRuns, neededVariables } from "../../testing/as-sheaf-runs.ts";
import { freePort } from "../../testing/hosts/free-port.ts";
import { startMailServer } from "../../testing/mail/mail-server.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { writeStoredSettings } from "../platform/config/stored-settings.ts";
import { startEmbedded } from "../platform/db/embedded.ts";
import { requireMatchingKey } from "../platform/process/installation-key.ts";
import { exitCodeOf } from "./health/doctor/print.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-doctor-test-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

interface Examined {
  code: number;
  stdout: string;
}

/** Runs `./sheaf doctor`. Returns its output and exit code. */
function doctor(variables: Record<string, string>, ...words: string[]): Promise<Examined> {
  const env = { ...neededVariables(), ...variables };
  const args = [...asSheafRuns, join(import.meta.dirname, "main-doctor.ts"), ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout });
    });
  });
}

const inJson = async (variables: Record<string, string>) => {
  const { code, stdout } = await doctor(variables, "--json");
  const { examinations } = JSON.parse(stdout) as { examinations: Examination[] };
  return { code, stdout, examinations, named: (name: string) => examinations.find((one) => one.name === name) };
};

const ofServices = () => ({ SHEAF_DATA: services.config.dataDir, DATABASE_URL: services.databaseUrl });

test("doctor examines a machine before the first start, and changes nothing on it", async () => {
  const dataDir = join(newFolder(), "data");
  const port = String(await freePort());
  const temporary = newFolder();

  const { code, examinations, named } = await inJson({ SHEAF_DATA: dataDir, PORT: port, TMPDIR: temporary });

  expect(named("mail")).toMatchObject({ state: "warning" });
  expect(code).toBe(exitCodeOf(examinations));
  for (const name of ["office", "fonts", "sandbox", "programs", "versions"]) expect(named(name)).toBeDefined();
  for (const name of ["disk", "port"]) expect(named(name)).toMatchObject({ state: "ok" });
  for (const name of ["database", "data-folder", "workers", "clock", "backup"]) {
    expect(named(name)).toMatchObject({ state: "unknown" });
  }
  expect(readdirSync(join(dataDir, ".."))).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("doctor examines a running embedded database, and reports a stopped one without starting it", async () => {
  const dataDir = newFolder();
  const database = await startEmbedded({ dataDir, durable: false });
  const password = new URL(database.url).password;
  const running = await inJson({ SHEAF_DATA: dataDir });
  await database.stop();
  const stopped = await inJson({ SHEAF_DATA: dataDir });

  // The database has no tables yet.
  expect(running.named("database")).toMatchObject({ state: "failed", remedy: { command: "./sheaf migrate" } });
  expect(running.code).toBe(2);
  expect(running.stdout).not.toContain(password);
  expect(stopped.named("database")).toMatchObject({ state: "unknown", words: expect.stringContaining("not running") });
  const ofDatabase = ["database", "key", "clock", "workers", "mail", "backup"];
  expect(exitCodeOf(stopped.examinations.filter(({ name }) => ofDatabase.includes(name)))).toBe(0);
});

test("a wrong password of the mail server gives exit code 2, and the output contains no secret", async () => {
  const mail = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(Object.assign(new Error(`not ${password}`), { responseCode: 535 })),
  });
  const smtpUrl = mail.url.replace("//", "//anna:mail-word@");
  const key = "ab".repeat(32);
  const { code, stdout } = await doctor({ ...ofServices(), SMTP_URL: smtpUrl, SHEAF_KEY: key });
  await mail.close();

  expect(code).toBe(2);
  expect(stdout).toMatch(/^FAILED +Email .*535 not …/m);
  expect(stdout).toMatch(/^ok +Database /m);
  for (const secret of ["mail-word", key, smtpUrl]) expect(stdout).not.toContain(secret);
});

test("doctor examines the mail server that was set in the browser", async () => {
  const { db, key, config } = services;
  const mail = await startMailServer();
  const store = (url: string | null) =>
    db.transaction((tx) =>
      writeStoredSettings(tx, key, {
        MAIL_TRANSPORT: url && "smtp",
        SMTP_URL: url,
        MAIL_FROM: url && "post@hartley.example",
      }),
    );
  await store(mail.url);
  const { named } = await inJson({ SHEAF_DATA: config.dataDir, DATABASE_URL: services.databaseUrl });
  await store(null);
  await mail.close();

  expect(named("mail")).toMatchObject({ state: "ok", words: expect.stringContaining(new URL(mail.url).host) });
  expect(mail.received).toEqual([]);
});

test("an unreachable database and an invalid variable are named and give exit code 2", async () => {
  const away = await inJson({ ...ofServices(), DATABASE_URL: "postgres://sheaf:some-word@127.0.0.1:1/sheaf" });
  expect(away.code).toBe(2);
  expect(away.named("database")).toMatchObject({ state: "failed", words: expect.stringContaining("ECONNREFUSED") });
  expect(away.stdout).not.toContain("some-word");

  const wrong = await inJson({ ...ofServices(), PORT: "many", SHEAF_KEY: "not-a-key" });
  expect(wrong.code).toBe(2);
  expect(wrong.named("configuration")).toMatchObject({
    state: "failed",
    words: expect.stringMatching(/PORT.*SHEAF_KEY/),
  });
  expect(wrong.stdout).not.toContain("not-a-key");
});

test("a port that another program uses is a failure, with a command that uses another port", async () => {
  const mail = await startMailServer();
  const { port } = new URL(mail.url);
  const { code, named } = await inJson({ SHEAF_DATA: join(newFolder(), "data"), HOST: "127.0.0.1", PORT: port });
  await mail.close();
  expect(code).toBe(2);
  expect(named("port")).toMatchObject({
    state: "failed",
    remedy: { command: `PORT=${Number(port) + 1} ./sheaf start` },
  });
});

test("a key that other users can read gives exit code 2 and the command that protects it", async () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, "secret.key"), "ab".repeat(32), { mode: 0o644 });
  const { code, named } = await inJson({ SHEAF_DATA: dataDir });
  expect(code).toBe(2);
  expect(named("data-folder")?.remedy?.command).toBe(`chmod 600 ${dataDir}/secret.key`);
});

test("a key other than the one the database was sealed with gives exit code 2, as does a missing key", async () => {
  const { config, databaseUrl, log } = services;
  await requireMatchingKey(config, databaseUrl, log);
  const right = await inJson(ofServices());
  const wrong = await inJson({ ...ofServices(), SHEAF_KEY: "cd".repeat(32) });
  const none = await inJson({ ...ofServices(), SHEAF_DATA: newFolder() });

  expect(right.named("key")).toMatchObject({ state: "ok" });
  for (const { code, named } of [wrong, none]) {
    expect(code).toBe(2);
    expect(named("key")).toMatchObject({ state: "failed" });
  }
  // Settings made in the browser may be encrypted with the missing key.
  expect(none.named("mail")).toMatchObject({ state: "unknown" });
});

test("in a demonstration's folder, no mail server is contacted and no backup is expected", async () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, "demo-password"), "", { mode: 0o600 });
  const database = { DATABASE_URL: services.databaseUrl, SHEAF_KEY: "ab".repeat(32) };
  const { named } = await inJson({ SHEAF_DATA: dataDir, SMTP_URL: "smtp://127.0.0.1:1", ...database });
  expect(named("mail")).toMatchObject({ state: "ok" });
  expect(named("backup")).toMatchObject({ state: "ok" });
});

test("doctor changes nothing in the database", async () => {
  const { db } = services;
  const written = async () => {
    const { rows } =
      await db.execute(sql`select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables
      where schemaname = 'public'`);
    return rows[0];
  };
  const count = async () => db.execute(sql`select pg_stat_force_next_flush()`).then(written);
  const before = await count();
  await doctor(ofServices());
  expect(await count()).toEqual(before);
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { findCluster } from "./embedded/find-running.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-embedded-"));
  chmodSync(dir, 0o755);
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dataDir: string, port?: number): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, durable: false, ...(port === undefined ? {} : { port }) });
  cleanUps.push(() => database.stop());
  return database;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on("error", () => {}); // the server is killed while it is connected
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = (dataDir: string) => join(dataDir, "postgres-18", "postmaster.pid");
const serverPid = (dataDir: string) => Number(readFileSync(pidFile(dataDir), "utf8").split("\n")[0]);

/** Arguments for a Node process that starts the database, prints its role, then runs `then`. */
function starter(dataDir: string, then: string): string[] {
  const script = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.stdout.write(database.role, () => { ${then} });`;
  return ["--input-type=module", "-e", script];
}

/** Runs another process that starts the database, prints its role, and ends without stopping it. */
async function startElsewhere(dataDir: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, starter(dataDir, 'process.kill(process.pid, "SIGKILL")'));
  return run.then(
    ({ stdout }) => stdout,
    (killed: { stdout: string; stderr: string }) => killed.stdout || Promise.reject(new Error(killed.stderr)),
  );
}

test("the first start creates a database that requires its password and folds the case of non-ASCII letters", async () => {
  const dataDir = newFolder();
  const { url, role } = await start(dataDir);

  expect(role).toBe("started");
  expect(
    await query(url, "select lower('É') as lower, current_setting('server_version_num')::int / 10000 as major"),
  ).toEqual([{ lower: "é", major: 18 }]);
  await expect(query(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow("password authentication failed");
  expect(statSync(join(dataDir, "postgres-18", "sheaf-password")).mode & 0o777).toBe(0o600);
});

test("a second caller gets the same server, which stops with the last of them", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const second = await start(dataDir);

  expect(second).toMatchObject({ role: "adopted", url: first.url });
  await first.stop();
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
  await expect(query(second.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("four processes that start at the same time share one server", async () => {
  const dataDir = newFolder();
  const roles = await Promise.all(Array.from({ length: 4 }, () => startElsewhere(dataDir)));

  expect(roles.sort()).toEqual(["adopted", "adopted", "adopted", "started"]);
  await start(dataDir); // adopts the server, so that its stop ends it
});

test("the server keeps running after its owner was killed, and stops when the next caller stops it", async () => {
  const dataDir = newFolder();
  expect(await startElsewhere(dataDir)).toBe("started");

  const next = await start(dataDir);
  expect(next.role).toBe("adopted");
  await next.stop();
  await expect(query(next.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("rows survive a killed server, and the next start restarts it", async () => {
  const dataDir = newFolder();
  const before = await start(dataDir);
  await query(before.url, "create table kept (n int); insert into kept select generate_series(1, 1000)");

  process.kill(serverPid(dataDir), "SIGKILL");
  const after = await start(dataDir);

  expect(after).toMatchObject({ role: "started", url: before.url });
  expect(await query(after.url, "select count(*)::int as rows from kept")).toEqual([{ rows: 1000 }]);
});

test("a server that an administrator stopped restarts on its previous port", async () => {
  const dataDir = newFolder();
  const before = await start(dataDir);
  process.kill(serverPid(dataDir), "SIGINT"); // removes postmaster.pid, and with it the port
  await vi.waitFor(() => expect(findCluster(dataDir).state).toBe("stopped"), { timeout: 20_000 });
  const after = await start(dataDir, Number(new URL(before.url).port));

  expect(after).toMatchObject({ role: "started", url: before.url });
});

test.skipIf(process.platform !== "linux")("a zombie server process is not treated as a running server", async () => {
  const dataDir = newFolder();
  const parent = spawn(process.execPath, starter(dataDir, "setInterval(() => {}, 1000)"), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUps.push(() => void parent.kill("SIGKILL"));
  await once(parent.stdout, "data");

  parent.kill("SIGSTOP"); // it cannot reap its child now
  process.kill(serverPid(dataDir), "SIGKILL");

  expect((await start(dataDir)).role).toBe("started");
});

test("a start that was killed while it created the cluster does not prevent the next start", async () => {
  const dataDir = newFolder();
  const half = join(dataDir, "postgres-18.init-4711");
  mkdirSync(half);
  writeFileSync(join(half, "PG_VERSION"), "18\n");
  writeFileSync(join(dataDir, "postgres-18.lock"), "999999999:1"); // its lock: no such process runs

  const { url } = await start(dataDir);

  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(() => statSync(half)).toThrow("ENOENT");
});

test("a cluster folder without a cluster is renamed, not deleted", async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "postgres-18"));
  writeFileSync(join(dataDir, "postgres-18", "notes.txt"), "mine");

  await start(dataDir);

  expect(readFileSync(join(dataDir, `postgres-18.incomplete-${process.pid}`, "notes.txt"), "utf8")).toBe("mine");
});

test("a stale postmaster.pid whose process number now belongs to another process does not prevent a start", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const noted = readFileSync(pidFile(dataDir), "utf8");
  await first.stop();
  writeFileSync(pidFile(dataDir), noted.replace(/^\d+/, String(process.ppid))); // as after a reboot

  expect((await start(dataDir)).role).toBe("started");
});

test.skipIf(process.getuid?.() !== 0)(
  "root gets a cluster outside a data folder that other users cannot enter",
  async () => {
    const home = newFolder();
    const dataDir = join(home, "sheaf", ".data");
    mkdirSync(dataDir, { recursive: true });
    chmodSync(home, 0o700);

    const first = await start(dataDir);
    const place = readFileSync(join(dataDir, "postgres-18.location"), "utf8").trim();
    cleanUps.unshift(() => rmSync(join(place, ".."), { recursive: true, force: true }));
    await query(first.url, "create table kept (n int)");
    await first.stop();

    const again = await start(dataDir);
    expect(await query(again.url, "select count(*)::int as rows from kept")).toEqual([{ rows: 0 }]);
    expect(place).toMatch(/^\/var\/lib\/sheaf\/clusters\//);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "a cluster is moved when the folders above it became inaccessible to PostgreSQL's user",
  async () => {
    const home = newFolder();
    chmodSync(home, 0o755);
    const first = await start(join(home, ".data"));
    await query(first.url, "create table kept (n int)");
    await first.stop();
    chmodSync(home, 0o700);

    const again = await start(join(home, ".data"));
    const place = readFileSync(join(home, ".data", "postgres-18.location"), "utf8").trim();
    cleanUps.unshift(() => rmSync(join(place, ".."), { recursive: true, force: true }));
    expect(await query(again.url, "select count(*)::int as rows from kept")).toEqual([{ rows: 0 }]);
  },
);

test("a start waits for a server that is shutting down, and does not adopt it", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const leaving = first.stop();
  await delay(1);
  const second = await start(dataDir);
  await leaving;

  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

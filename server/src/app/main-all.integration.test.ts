import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { asSheafRuns } from "../../testing/as-sheaf-runs.ts";
import { workerReported } from "../../testing/worker-reported.ts";
import { type EmbeddedDatabase, startEmbedded } from "../platform/db/embedded.ts";

const module = join(import.meta.dirname, "main-all.ts");
const dataDir = mkdtempSync(join(tmpdir(), "sheaf-start-"));
chmodSync(dataDir, 0o755); // so that PostgreSQL's user gets in when root runs the tests
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  const database: EmbeddedDatabase = await startEmbedded({ dataDir });
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = (port: number): NodeJS.ProcessEnv => {
  const { DATABASE_URL: _, ...rest } = process.env;
  return { ...rest, SHEAF_DATA: dataDir, PORT: String(port), SCRYPT_LN: "4" };
};

async function start(port: number) {
  const child = spawn(process.execPath, [...asSheafRuns, module], {
    env: environment(port),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  while (!said.includes("Set it up at")) {
    if (child.exitCode !== null) throw new Error(`start ended: ${said}`);
    await delay(20);
  }
  return { child, said: () => said, url: `http://localhost:${port}` };
}

/** Returns the process ids of the children by the name of their module. */
async function childrenOf(child: ChildProcess): Promise<{ api: number; worker: number }> {
  const children = ["-o", "pid=,args=", "--ppid", String(child.pid)];
  // ps fails when there are none.
  const { stdout } = await promisify(execFile)("ps", children).catch(() => ({ stdout: "" }));
  const pid = (name: string) =>
    Number(
      stdout
        .split("\n")
        .find((line) => line.includes(name))
        ?.trim()
        .split(" ")[0],
    );
  return { api: pid("main-api.ts"), worker: pid("main-worker.ts") };
}

const postgresPid = () => Number(readFileSync(join(dataDir, "postgres-18", "postmaster.pid"), "utf8").split("\n")[0]);

/**
 * Returns the files and folders with content or secrets that other users could read or enter. Scratch folders and
 * caches are excluded, because other programs write there.
 */
function openIn(folder: string): string[] {
  const passed = ["", "scratch"];
  const names = ["", ...readdirSync(folder, { recursive: true }).map(String)];
  const ours = names.filter((name) => !/^(scratch\/|postgres-18\.(lock|location|users\/))/.test(name));
  return ours.flatMap((name) => {
    const { mode } = statSync(join(folder, name));
    const most = passed.includes(name) ? 0o711 : 0o700;
    return (mode & 0o777 & ~most) === 0 ? [] : `${name}: ${(mode & 0o777).toString(8)}`;
  });
}

const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;

test("start prints its address, restarts any of its processes after a crash, and stops all of them at the end", async () => {
  const port = await freePort();
  const first = await start(port);
  expect(first.said()).toContain(`Sheaf is ready at ${first.url}\nSet it up at ${first.url}/set-up#code=`);
  expect(await isReady(first.url)).toBe(true);
  await workerReported(first.url);
  expect(openIn(dataDir)).toEqual([]);
  // Sandboxes can still have users of their own, because others may pass through the folders above them.
  const { workers } = (await (await fetch(`${first.url}/readyz`)).json()) as { workers: string };
  expect(workers).not.toMatch(/as root|other users cannot enter/);

  const before = await childrenOf(first.child);
  for (const pid of [before.api, before.worker, postgresPid()]) process.kill(pid, "SIGKILL");
  await until(async () => {
    const now = await childrenOf(first.child);
    return (
      now.api > 0 && now.api !== before.api && now.worker > 0 && now.worker !== before.worker && isReady(first.url)
    );
  });

  const children = await childrenOf(first.child);
  first.child.kill("SIGTERM");
  expect(await once(first.child, "exit")).toEqual([0, null]);
  for (const pid of [children.api, children.worker]) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("after the supervising process was killed, the next start takes over the database that is still running", async () => {
  const port = await freePort();
  const first = await start(port);
  const database = postgresPid();
  const children = await childrenOf(first.child);
  first.child.kill("SIGKILL");
  // The children notice that their parent has exited, and exit as well.
  await until(async () => [children.api, children.worker].every(isGone));

  const second = await start(port);
  expect(postgresPid()).toBe(database);
  expect(await isReady(second.url)).toBe(true);
  second.child.kill("SIGINT");
  expect(await once(second.child, "exit")).toEqual([0, null]);
});

test("a port in use is reported in one sentence, and no process is left running", async () => {
  const blocker = createServer().listen(0, "localhost");
  await once(blocker, "listening");
  const address = blocker.address();
  const port = typeof address === "object" && address ? address.port : 0;

  const failed = await promisify(execFile)(process.execPath, [module], { env: environment(port) }).catch(
    (error) => error,
  );

  blocker.close();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toBe(
    `Port ${port} is in use. Stop the program that uses it, or choose another port, such as PORT=${port + 1}.\n`,
  );
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(100);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

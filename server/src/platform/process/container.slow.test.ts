import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startThrowAwayCluster } from "../../../testing/cluster.ts";
import { freePort } from "../../../testing/hosts/free-port.ts";
import { until } from "../../../testing/hosts/until.ts";
import { openVisitor } from "../../../testing/hosts/visitor.ts";
import { type S3Server, startS3Server } from "../../../testing/s3-server.ts";
import { openDb } from "../db/connect.ts";

/**
 * Reproduces the restrictions of the image's container with bubblewrap when there is no container engine: user 1000, no
 * capabilities, no new privileges, no new namespaces, and only two writable folders, both in memory. The network is the
 * host's.
 */
const project = process.env.SHEAF_IMAGE ?? join(import.meta.dirname, "../../../..");
const container = [
  "setpriv",
  "--reuid=1000",
  "--regid=1000",
  "--clear-groups",
  "--no-new-privs",
  "--bounding-set=-all",
  "bwrap",
  "--unshare-user",
  "--disable-userns",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--uid",
  "1000",
  "--gid",
  "1000",
  "--cap-drop",
  "ALL",
  "--die-with-parent",
  "--new-session",
  "--clearenv",
  ...["usr", "etc", "var", "opt"].flatMap((name) => ["--ro-bind-try", `/${name}`, `/${name}`]),
  ...["bin", "lib", "lib64", "sbin"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
  "--tmpfs",
  "/opt",
  "--ro-bind",
  project,
  "/opt/sheaf",
  "--remount-ro",
  "/opt",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
  "--perms",
  "0700",
  "--tmpfs",
  "/data",
  "--remount-ro",
  "/",
  "--setenv",
  "PATH",
  "/usr/local/bin:/usr/bin:/bin",
  "--chdir",
  "/opt/sheaf",
];
const refusal = spawnSync(container[0] ?? "", [...container.slice(1), "./sheaf", "help"], { encoding: "utf8" }).stderr;

describe.skipIf(refusal !== "")(`within container limits${refusal && ` (not here: ${refusal.trim()})`}`, () => {
  let cluster: Awaited<ReturnType<typeof startThrowAwayCluster>>;
  let s3: S3Server;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    // An image contains the built pages; in a checkout they may be older than their sources.
    execFileSync(join(project, "sheaf"), ["set-up", "web"]);
    [cluster, s3] = await Promise.all([startThrowAwayCluster(), startS3Server()]);
  });
  afterAll(async () => {
    for (const child of started) if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    await s3?.close();
    await cluster?.close();
  });

  /** Runs `./sheaf …` with the image's environment. */
  function sheaf(command: string, env: Record<string, string> = {}) {
    const all = {
      SHEAF_DATA: "/data",
      NODE_COMPILE_CACHE: "/tmp/node",
      SHEAF_KEY: "ab".repeat(32),
      SHEAF_WORKERS: "1",
      DATABASE_URL: cluster.url,
      ...s3.env,
      ...env,
    };
    const variables = Object.entries(all).flatMap(([name, value]) => ["--setenv", name, value]);
    const [program = "", ...rest] = container;
    const child = spawn(program, [...rest, ...variables, "./sheaf", command], { stdio: ["ignore", "pipe", "pipe"] });
    started.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    return { child, output: () => output };
  }

  const answering = (url: string, output: () => string) =>
    until(120_000, async () => {
      const answer = await fetch(url).catch(() => undefined);
      if (!answer?.ok) throw new Error(`No green answer at ${url}: ${(await answer?.text()) ?? ""} ${output()}`);
    });

  test("migrate, api and worker run, and an uploaded file becomes a PDF", async () => {
    const migrate = sheaf("migrate");
    await once(migrate.child, "exit");
    expect(migrate.output()).toBe("The database is up to date.\n");

    const [apiPort, workerPort] = [String(await freePort()), String(await freePort())];
    const api = sheaf("api", { PORT: apiPort, HOST: "127.0.0.1" });
    const worker = sheaf("worker", { WORKER_PORT: workerPort, HOST: "127.0.0.1" });
    const url = `http://127.0.0.1:${apiPort}`;
    await answering(`${url}/readyz`, api.output);
    await answering(`http://127.0.0.1:${workerPort}/readyz`, worker.output);
    expect(worker.output()).toContain('"sandbox":"landlock"');

    const { db, close } = openDb(cluster.url, pino({ level: "silent" }), { size: 1 });
    const anna = await openVisitor(url, db);
    await close();
    const answer = await anna.upload(url, [["invoice.txt", "Ten loaves of bread\n"]]);
    const { id } = (await answer.json()) as { id: string };
    await anna.completed(url, id, 120_000);
    const pdf = await anna.get(url, `/api/jobs/${id}/download`);
    expect(await pdf.text()).toMatch(/^%PDF-/);
  });
});

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { startThrowAwayCluster } from "../cluster.ts";
import { freshDatabase } from "../fresh-database.ts";
import { startS3Server } from "../s3-server.ts";
import { judge, type Verdict } from "./judge.ts";
import { type Line, startLine } from "./line.ts";
import { openPracticeClient, type PracticeClient } from "./practice-client.ts";
import { startTestBed, type TestBed } from "./test-bed.ts";

export interface OutageRun extends Verdict {
  /** Milliseconds from the end of the outage until a job that was submitted then was completed. */
  backMs: number;
  /** Jobs that were accepted during the outage. */
  takenMeanwhile: number;
}

interface Options {
  /** Duration of the outage. */
  outageMs: number;
  /** Jobs in progress when the outage begins. */
  jobs: number;
}

const backWithinMs = 300_000;
const settleWithinMs = 600_000;
/** Delay of each chunk of a slow server. */
const slowMs = 100;

/** Submits jobs, begins the outage, keeps trying to submit more, ends the outage and judges the outcome. */
async function runOutage(
  bed: TestBed,
  { outageMs, jobs }: Options,
  fault: { begin(): void | Promise<void>; end(): void | Promise<void>; before?(): Promise<void> },
): Promise<OutageRun> {
  const client = await openPracticeClient(bed);
  await client.ended(await client.submit("first.txt", "first"), backWithinMs);
  await Promise.all(Array.from({ length: jobs }, (_, n) => client.submit(`under-way-${n}.txt`, `under way ${n}`)));
  await fault.begin();
  const late = tryMeanwhile(client, 3);
  await delay(outageMs);
  const takenMeanwhile = client.taken.size - jobs - 1;
  await fault.end();
  const ended = performance.now();
  await client.ended(await client.submit("after.txt", "after"), backWithinMs);
  const backMs = performance.now() - ended;
  await late;
  await fault.before?.();
  return { ...(await judge(bed, [client], { settleWithinMs })), backMs, takenMeanwhile };
}

/** Submits uploads and tries each again until it is accepted. */
async function tryMeanwhile(client: PracticeClient, uploads: number): Promise<void> {
  const keepTrying = async (n: number): Promise<void> => {
    await client.submit(`meanwhile-${n}.txt`, `meanwhile ${n}`).catch(() => keepTrying(n));
  };
  await Promise.all(Array.from({ length: uploads }, (_, n) => keepTrying(n)));
}

/** Cuts the S3 server off; afterwards it is slow for a while. */
export async function storageAway(options: Options): Promise<OutageRun> {
  const s3 = await startS3Server();
  const line = await startLine({ port: Number(new URL(s3.endpoint).port) });
  const bed = await startTestBed({ env: { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${line.port}` } });
  try {
    return await runOutage(bed, options, {
      begin: line.cut,
      end: () => line.restore(slowMs),
      before: async () => line.restore(),
    });
  } finally {
    await bed.close();
    await line.close();
    await s3.close();
  }
}

/** Cuts the mail server off; afterwards brings attempts that are scheduled for later forward by two hours. */
export async function mailAway(options: Options): Promise<OutageRun> {
  let line: Line | undefined;
  const bed = await startTestBed({
    through: async (mailUrl) => {
      line = await startLine({ port: Number(new URL(mailUrl).port) });
      return `smtp://127.0.0.1:${line.port}`;
    },
  });
  const twoHours = async () => {
    await bed.query("update deliveries set next_try_at = next_try_at - interval '2 hours' where state = 'waiting'");
    await bed.query("update pgboss.job set start_after = start_after - interval '2 hours' where state < 'active'");
  };
  try {
    return await runOutage(bed, options, {
      begin: () => line?.cut(),
      end: () => line?.restore(slowMs),
      before: twoHours,
    });
  } finally {
    await bed.close();
    await line?.close();
  }
}

/** Cuts an external PostgreSQL off; afterwards it is slow for a while. */
export const databaseAway = (options: Options) => databaseLine(options, (line) => line.cut());

/** Silently drops all data to an external PostgreSQL; connections of that time stay silent forever. */
export const databaseSilent = (options: Options) => databaseLine(options, (line) => line.silence());

async function databaseLine(options: Options, begin: (line: Line) => void): Promise<OutageRun> {
  const cluster = await startThrowAwayCluster();
  const database = await freshDatabase(cluster.url);
  const url = new URL(database.url);
  const line = await startLine({ port: Number(url.port) });
  url.port = String(line.port);
  const bed = await startTestBed({ env: { DATABASE_URL: url.href } });
  try {
    return await runOutage(bed, options, {
      begin: () => begin(line),
      end: () => line.restore(5),
      before: async () => line.restore(),
    });
  } finally {
    await bed.close();
    await line.close();
    await cluster.close();
  }
}

/** Stops the embedded PostgreSQL, as an administrator would, `restarts` times while jobs are submitted. */
export async function databaseRestarted(bed: TestBed, restarts: number): Promise<OutageRun> {
  const client = await openPracticeClient(bed);
  let backMs = 0;
  for (let n = 0; n < restarts; n++) {
    const before = [client.submit(`before-${n}.txt`, `before ${n}`), client.submit(`beside-${n}.txt`, `beside ${n}`)];
    await delay(Math.random() * 1_000);
    const { postgres } = bed.pids();
    if (postgres) process.kill(postgres, "SIGINT");
    const started = performance.now();
    await client.ended(await client.submit(`after-${n}.txt`, `after ${n}`), backWithinMs);
    backMs = Math.max(backMs, performance.now() - started);
    await Promise.all(before);
  }
  return { ...(await judge(bed, [client], { settleWithinMs })), backMs, takenMeanwhile: 0 };
}

const diskMegabytes = 400;

/**
 * Fills the disk of a data folder, which contains originals, PDFs, work folders and the embedded PostgreSQL.
 * @throws Error when this user may not mount disks
 */
export async function diskFull(options: Options): Promise<OutageRun> {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-full-disk-"));
  const run = promisify(execFile);
  await run("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=755`, "tmpfs", dataDir]);
  try {
    const bed = await startTestBed({ dataDir });
    const ballast = join(dataDir, "ballast");
    try {
      return await runOutage(bed, options, {
        begin: () => fill(dataDir, ballast),
        end: () => rmSync(ballast, { force: true }),
      });
    } finally {
      await bed.close();
    }
  } finally {
    await run("umount", ["-l", dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize)));
  } catch {
    // Another process has used the last bytes: the disk is full all the same.
  }
}

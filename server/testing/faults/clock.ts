import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startThrowAwayCluster } from "../cluster.ts";
import { freshDatabase } from "../fresh-database.ts";
import { judge, type Verdict } from "./judge.ts";
import { openPracticeClient } from "./practice-client.ts";
import { startTestBed, type TestBed } from "./test-bed.ts";

export interface ClockRun extends Verdict {
  /** Longest duration of a job that was submitted right after the clock had moved, in milliseconds. */
  backMs: number;
  /** Number of moves that the Date headers of the API's responses showed. */
  moves: number;
}

const backWithinMs = 300_000;
const dayMs = 86_400_000;
/** In the notation of libfaketime. */
const shifts = [
  { words: "+1d", ms: dayMs },
  { words: "-1d", ms: -dayMs },
  { words: "+0", ms: 0 },
];

/**
 * Moves the clock of Sheaf's own processes a day ahead, a day back and back to the right time, while jobs are in
 * progress. The database's clock stays right, as when one of several machines has a wrong clock.
 * @param options.jobs number of jobs in progress at each move
 * @throws Error that names what is missing
 */
export async function clockMoved({ jobs }: { jobs: number }): Promise<ClockRun> {
  const library = fakeTime();
  const folder = mkdtempSync(join(tmpdir(), "sheaf-clock-"));
  const clock = join(folder, "clock");
  const set = (shift: string) => writeFileSync(clock, `${shift}\n`);
  set("+0");
  const cluster = await startThrowAwayCluster();
  const database = await freshDatabase(cluster.url);
  const bed = await startTestBed({
    env: {
      DATABASE_URL: database.url,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  try {
    const client = await openPracticeClient(bed);
    let backMs = 0;
    let moves = 0;
    for (const { words, ms } of shifts) {
      await Promise.all(
        Array.from({ length: jobs }, (_, n) => client.submit(`under-way${words}-${n}.txt`, `${words} ${n}`)),
      );
      set(words);
      const moved = performance.now();
      await client.ended(await client.submit(`after${words}.txt`, `after ${words}`), backWithinMs);
      backMs = Math.max(backMs, performance.now() - moved);
      if (await showsShift(bed, ms)) moves += 1;
    }
    return { ...(await judge(bed, [client], { settleWithinMs: 300_000 })), backMs, moves };
  } finally {
    await bed.close();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long to wait for the new Date header: Node keeps the old one for up to a second, and a job may be quicker. */
const dateWithinMs = 3_000;
const lookEveryMs = 100;

async function showsShift(bed: TestBed, ms: number): Promise<boolean> {
  const last = performance.now() + dateWithinMs;
  for (;;) {
    if (Math.abs((await aheadMs(bed)) - ms) < dayMs / 2) return true;
    if (performance.now() > last) return false;
    await delay(lookEveryMs);
  }
}

/** Returns by how many milliseconds the API's clock is ahead of this process's. */
async function aheadMs({ url }: TestBed): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`);
  return Date.parse(headers.get("date") ?? "") - Date.now();
}

/** @throws Error that names what is missing */
function fakeTime(): string {
  for (const folder of readdirSync("/usr/lib")) {
    const path = join("/usr/lib", folder, "faketime/libfaketimeMT.so.1");
    if (existsSync(path)) return path;
  }
  throw new Error("libfaketime is missing. On Debian: sudo apt-get install --no-install-recommends faketime");
}

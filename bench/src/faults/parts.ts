import { hanging, poison } from "@sheaf/server/testing/faults/bad-files.ts";
import { clockMoved } from "@sheaf/server/testing/faults/clock.ts";
import { sumOf } from "@sheaf/server/testing/faults/judge.ts";
import { type KillsRun, killOn, type Victim, victims } from "@sheaf/server/testing/faults/kills.ts";
import {
  databaseAway,
  databaseRestarted,
  databaseSilent,
  diskFull,
  mailAway,
  type OutageRun,
  storageAway,
} from "@sheaf/server/testing/faults/outages.ts";
import { twoSchedulers } from "@sheaf/server/testing/faults/schedulers.ts";
import { submitEqually } from "@sheaf/server/testing/faults/submits.ts";
import { startTestBed, type TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import type { FaultRow } from "./table.ts";
import { clockRow, schedulersRow } from "./time-rows.ts";

export interface Sizes {
  /** Number of killed processes of all kinds together. */
  kills: number;
  /** Number of hanging files of one practice. */
  files: number;
  /** Length of each outage of the file store, the mail server, the database connection and the disk, in seconds. */
  outageSeconds: number;
  /** Number of restarts of PostgreSQL. */
  restarts: number;
  /** Minutes for which two schedulers run at the same time. */
  minutes: number;
  /** Number of installations, running at once, among which the kills are divided. */
  atOnce: number;
}

const backBarMs = 30_000;
/** Limit for a single job of another practice while one practice has any number of files. */
const besideBarMs = 10_000;
/** Long enough for leases, claims and the minute between two sweeps to pass. */
const settleWithinMs = 300_000;

async function kills(sizes: Sizes): Promise<FaultRow[]> {
  const of = (share: number) => Math.max(1, Math.round(sizes.kills * share));
  const wanted = { worker: of(0.5), converter: of(0.3), api: of(0.1), postgres: of(0.1) };
  const total = victims.reduce((sum, victim) => sum + wanted[victim], 0);
  let done = 0;
  const onKill = () => ++done % 10 === 0 && process.stderr.write(`${done} of ${total} killed …\n`);
  const runs = await Promise.all(
    Array.from({ length: sizes.atOnce }, (_, index) => {
      const share = byVictim((victim) => shareOf(wanted[victim], index, sizes.atOnce));
      return onStand((bed) => killOn(bed, { kills: share, jobsBefore: 2, settleWithinMs, onKill }), sizes);
    }),
  );
  const also = victims.map((victim) => {
    const killed = runs.reduce((sum, run) => sum + run.kills[victim], 0);
    const longest = (longestBack(runs, [victim]) / 1000).toFixed(1);
    return { words: `${killed} ${victim} (at most ${longest} s)`, holds: killed === wanted[victim] };
  });
  const backMs = longestBack(runs, victims);
  return [{ what: `${total} processes killed`, verdict: sumOf(runs), backMs, backBarMs, also }];
}

const longestBack = (runs: KillsRun[], of: readonly Victim[]) =>
  Math.max(0, ...runs.flatMap((run) => of.flatMap((victim) => run.backMs[victim])));

const byVictim = (count: (victim: Victim) => number) =>
  Object.fromEntries(victims.map((victim) => [victim, count(victim)])) as Record<Victim, number>;

/** Returns a share of `total`; shares differ by at most one. */
const shareOf = (total: number, index: number, of: number) =>
  Math.floor(((index + 1) * total) / of) - Math.floor((index * total) / of);

async function submits(bed: TestBed): Promise<FaultRow[]> {
  const run = await submitEqually(bed, 100);
  const also = [
    { words: "1 job", holds: run.jobs === 1 },
    { words: "all answers equal", holds: run.answers === 1 },
  ];
  return [{ what: `${run.submits} equal submits in parallel`, verdict: run, also }];
}

async function poisoned(bed: TestBed): Promise<FaultRow[]> {
  const run = await poison(bed, 3);
  const also = [{ words: `${run.victims} children killed, at most two for each file`, holds: run.victims <= 6 }];
  return [
    { what: "3 files that kill their converter", verdict: run, backMs: Math.max(...run.othersMs), backBarMs, also },
  ];
}

async function hangingFiles(bed: TestBed, { files }: Sizes): Promise<FaultRow[]> {
  const run = await hanging(bed, files);
  const sorted = run.othersMs.toSorted((a, b) => a - b);
  const backMs = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const worst = ((sorted.at(-1) ?? 0) / 1000).toFixed(1);
  const also = [
    { words: `each met one child (${run.victims})`, holds: run.victims === files },
    { words: `of ${sorted.length} jobs beside them 95 of 100 within that time, the longest ${worst} s`, holds: true },
  ];
  const what = `${files} hanging files beside another practice's single jobs`;
  return [{ what, verdict: run, backMs, backBarMs: besideBarMs, also }];
}

/** Number of running jobs when an outage begins. */
const jobs = 10;

const outage = (what: string, run: OutageRun): FaultRow => ({
  what,
  verdict: run,
  backMs: run.backMs,
  backBarMs,
  // No process was killed while connected to a mail server, so no email may be unconfirmed.
  also: [{ words: `${run.takenMeanwhile} taken meanwhile; no email in doubt`, holds: run.unconfirmed === 0 }],
});

async function restarted(bed: TestBed, { restarts }: Sizes): Promise<FaultRow[]> {
  const run = await databaseRestarted(bed, restarts);
  return [{ what: `PostgreSQL restarted ${restarts} times`, verdict: run, backMs: run.backMs, backBarMs }];
}

/** The parts of the bench. Each runs on its own installation, so that none is affected by the one before. */
export const parts = {
  submits: (sizes) => onStand(submits, sizes),
  poison: (sizes) => onStand(poisoned, sizes),
  hanging: (sizes) => onStand(hangingFiles, sizes),
  kills,
  database: async (sizes) => [
    ...(await onStand(restarted, sizes)),
    outage(`PostgreSQL out of reach for ${sizes.outageSeconds} s`, await databaseAway(lasting(sizes))),
    outage(`PostgreSQL's network silent for ${sizes.outageSeconds} s`, await databaseSilent(lasting(sizes))),
  ],
  storage: async (sizes) => [outage(`S3 away for ${sizes.outageSeconds} s`, await storageAway(lasting(sizes)))],
  mail: async (sizes) => [
    outage(`mail server away for ${sizes.outageSeconds} s, and two hours by the clock`, await mailAway(lasting(sizes))),
  ],
  clock: async () => [clockRow(await clockMoved({ jobs }), backBarMs)],
  schedulers: async ({ minutes }) => [schedulersRow(await twoSchedulers({ minutes }))],
  disk: async (sizes) => [outage(`disk full for ${sizes.outageSeconds} s`, await diskFull(lasting(sizes)))],
} satisfies Record<string, (sizes: Sizes) => Promise<FaultRow[]>>;

const lasting = ({ outageSeconds }: Sizes) => ({ outageMs: outageSeconds * 1_000, jobs });

async function onStand<Result>(run: (bed: TestBed, sizes: Sizes) => Promise<Result>, sizes: Sizes): Promise<Result> {
  const bed = await startTestBed();
  try {
    return await run(bed, sizes);
  } finally {
    await bed.close();
  }
}

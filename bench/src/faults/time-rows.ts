import type { ClockRun } from "@sheaf/server/testing/faults/clock.ts";
import type { SchedulersRun } from "@sheaf/server/testing/faults/schedulers.ts";
import type { FaultRow } from "./table.ts";

/** @param backBarMs limit for a job that was submitted right after the clock had moved */
export function clockRow(run: ClockRun, backBarMs: number): FaultRow {
  const also = [
    { words: `${run.moves} moves`, holds: run.moves === 3 },
    { words: "no email in doubt", holds: run.unconfirmed === 0 },
  ];
  return { what: "clock a day ahead, a day back, right again", verdict: run, backMs: run.backMs, backBarMs, also };
}

export function schedulersRow(run: SchedulersRun): FaultRow {
  const { workers, tasks, twice, missed, reminders, countsWrong } = run;
  const ticks = `${tasks} tasks every minute, ${twice} times twice, ${missed} times missed`;
  const also = [
    { words: `${workers} workers`, holds: workers === 2 },
    { words: ticks, holds: tasks > 0 && twice === 0 && missed === 0 },
    { words: `${reminders} reminder`, holds: reminders === 1 },
    { words: `${countsWrong} counts wrong`, holds: countsWrong === 0 },
  ];
  return { what: `two workers with schedulers for ${run.minutes} min`, verdict: run, also };
}

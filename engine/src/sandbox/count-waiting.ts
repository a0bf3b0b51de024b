import { waitedForProcessor } from "./process-tree.ts";

/**
 * Counts how long processes are ready to run while all processors are busy. Of each process the thread that waits
 * longest counts: one after the other converts a document and unpacks its pictures, while the others rest.
 * @param before the processes at the start
 * @returns a function that takes the present processes and returns the milliseconds of all processes since the start.
 *   Threads and processes that have ended keep what they had waited when it was called last
 */
export function countWaiting(before: number[]): (pids: number[]) => number {
  const atStart = waitedForProcessor(before);
  const waited = new Map<number, Map<number, number>>();
  return (pids) => {
    for (const [pid, threads] of waitedForProcessor(pids)) {
      waited.set(pid, new Map([...(waited.get(pid) ?? []), ...threads]));
    }
    return [...waited].reduce((sum, [pid, threads]) => sum + longest(threads, atStart.get(pid)), 0);
  };
}

function longest(threads: Map<number, number>, atStart?: Map<number, number>): number {
  return [...threads].reduce((most, [thread, ms]) => Math.max(most, ms - (atStart?.get(thread) ?? 0)), 0);
}

import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { succeeds } from "../attempt.ts";

/** The value of nice(1): when processors are busy, other processes get about ten times as much processor time. */
const usualNiceness = 10;
/** The value for work that nobody waits for. */
export const lowestPriority = 19;

/**
 * Lowers the priority of conversions, so that processes that serve users go first. Linux may schedule sessions instead
 * of processes (sched(7), autogroup), so both values are set. Child processes inherit them.
 * @param pid the leader of its own session
 * @param niceness the value of nice(1)
 */
export function nice(pid: number, niceness = usualNiceness): void {
  // Fails when the process has ended, or when the kernel has no autogroups.
  succeeds(() => {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  });
}

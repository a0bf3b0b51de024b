import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { succeeds } from "../attempt.ts";

/** As nice(1) counts: where processors are short, others get about ten times as much. */
const niceness = 10;

/**
 * Lets whoever answers people go first: a conversion takes what is left of the processors. Linux may weigh sessions
 * instead of processes (sched(7), autogroup), so both are told. What the process starts later inherits it.
 * @param pid the leader of a session of its own
 */
export function nice(pid: number): void {
  // Fails where it has ended, or where this system knows no sessions' weights.
  succeeds(() => {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  });
}

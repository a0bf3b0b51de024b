import { systemClock } from "pg-boss";

/**
 * A monotonic clock that starts with the process and ignores changes of the machine's clock. With the system clock,
 * after it was set back, pg-boss would not look for tasks for as long as that, and would add no scheduled task until it
 * has compared its clock with the database's.
 */
export const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

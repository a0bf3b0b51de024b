import { systemClock } from "pg-boss";

/**
 * Goes on evenly from the process's start, whatever becomes of the machine's clock. By that one, pg-boss would rest for
 * as long as it was put back before it looks for tasks again, and would add no task of the clock until it has compared
 * it with the database's.
 */
export const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

import { setTimeout as delay } from "node:timers/promises";

/** Later than this, and what is measured began late because of whoever measures. */
const lateMs = 50;

export interface Arrivals {
  sent: number;
  /** Of these, begun more than 50 ms after their time. */
  late: number;
  worstLateMs: number;
}

/**
 * An open loop: each begins at its time by the clock, whatever became of those before. Whoever comes late is counted,
 * and waits since its time, not since its beginning: what keeps the sender from sending would otherwise hide itself
 * (coordinated omission).
 * @param begin is given the moment at which it was due, as `performance.now()`; it is not waited for
 */
export async function arrive(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  begin: (dueAt: number, number: number) => void,
): Promise<Arrivals> {
  const arrivals: Arrivals = { sent: 0, late: 0, worstLateMs: 0 };
  const firstAt = performance.now();
  for (; arrivals.sent < Math.round(perSecond * seconds); arrivals.sent++) {
    const dueAt = firstAt + (arrivals.sent * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    const lateBy = performance.now() - dueAt;
    if (lateBy > lateMs) arrivals.late += 1;
    arrivals.worstLateMs = Math.max(arrivals.worstLateMs, lateBy);
    begin(dueAt, arrivals.sent);
  }
  return arrivals;
}

import { setTimeout as delay } from "node:timers/promises";

/** A request that begins later than this counts as delayed by the load generator. */
const lateMs = 50;

export interface Arrivals {
  sent: number;
  /** Number of these that began more than 50 ms after their time. */
  late: number;
  worstLateMs: number;
}

/**
 * Runs an open loop: each arrival begins at its time, whether or not earlier ones have finished. Late arrivals are
 * counted, and their waiting time starts at the planned time, since delays of the load generator would otherwise not be
 * measured (coordinated omission).
 * @param begin receives the planned time as `performance.now()`; its end is not awaited
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

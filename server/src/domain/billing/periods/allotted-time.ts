import type { periods } from "../table.ts";

/*
 * Starting the next period early moves the boundary between two allowances and no paid day. Whose a day is, when a
 * period is given back, is told by the order of the periods and by the time that each brought, reckoned from the paid
 * end; the boundaries tell only on whose documents it is worked.
 */

/** A practice's periods in order, without those that have no length. */
type PeriodTimes = Pick<typeof periods.$inferSelect, "id" | "paymentId" | "startsAt" | "endsAt" | "allottedMs">;

/** When a period's own time begins and ends. */
export function allottedTimeOf(
  periodTimes: readonly PeriodTimes[],
  id: string,
): { startsAt: Date; endsAt: Date } | undefined {
  const index = periodTimes.findIndex((each) => each.id === id);
  const [itself, last] = [periodTimes[index], periodTimes.at(-1)];
  if (!itself || !last) return undefined;
  const behindMs = periodTimes.slice(index + 1).reduce((sum, { allottedMs }) => sum + allottedMs, 0);
  const endsAt = earlier(last.endsAt, behindMs);
  return { startsAt: earlier(endsAt, itself.allottedMs), endsAt };
}

/**
 * The periods as they are once a payment is given back. What is left of its period's own time goes, whichever period
 * has taken it over, and what follows moves up, whole. If none of it has gone by, the period before has the days again
 * that a start ahead of time took from it. What was used of either stays its own.
 * @returns every each in its order; those that stay as they are, are the same objects
 */
export function withoutPayment<T extends PeriodTimes>(periodTimes: readonly T[], paymentId: string, now: Date): T[] {
  const index = periodTimes.findIndex((each) => each.paymentId === paymentId);
  const gone = periodTimes[index];
  const own = gone && allottedTimeOf(periodTimes, gone.id);
  if (!own || own.endsAt <= now) return [...periodTimes];

  const isWhole = own.startsAt > now;
  const leftMs = own.endsAt.getTime() - (isWhole ? own.startsAt : now).getTime();
  const holder = periodTimes.findIndex(({ endsAt }, at) => at >= index && endsAt > now);
  const after = periodTimes.map((each, at) => {
    if (at < holder) return each;
    const startsAt = at === holder ? each.startsAt : earlier(each.startsAt, leftMs);
    return { ...each, startsAt, endsAt: earlier(each.endsAt, leftMs) };
  });
  const ended = after[index] ?? gone;
  after[index] = { ...ended, allottedMs: gone.allottedMs - leftMs };
  if (!isWhole) return after;

  const before = after[index - 1];
  if (before) after[index - 1] = { ...before, endsAt: ended.endsAt };
  const never = ended.startsAt < now ? ended.startsAt : now;
  after[index] = { ...ended, startsAt: never, endsAt: never, allottedMs: 0 };
  return after;
}

const earlier = (at: Date, ms: number) => new Date(at.getTime() - ms);

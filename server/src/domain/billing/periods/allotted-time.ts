import type { periods } from "../table.ts";

/*
 * Starting the next period early moves the boundary between two periods, and so between their document allowances, but
 * no paid day. To decide which paid days are refunded with a period, the boundaries are therefore not used: each
 * period's own time is computed backwards from the end of the paid time, from the order of the periods and the time
 * that each one brought (`allottedMs`).
 */

/** A period. Functions here take all periods of a practice in order, without those of no length. */
type PeriodTimes = Pick<typeof periods.$inferSelect, "id" | "paymentId" | "startsAt" | "endsAt" | "allottedMs">;

/** Returns the start and end of a period's own time. */
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
 * Returns the periods as they are after the refund of a payment. What is left of its period's own time is removed, even
 * if another period has taken it over, and the following periods move up unshortened. If none of that time has passed,
 * the period before gets back the days that an early start took from it. The used documents of each period stay its
 * own.
 * @returns all periods in order; unchanged ones are the same objects
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

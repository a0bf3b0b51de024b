import { expect, test } from "vitest";
import { allottedTimeOf, withoutPayment } from "./allotted-time.ts";

const day = 24 * 3_600_000;
const at = (days: number) => new Date(days * day);

/** A period named by a letter, which is its payment in upper case. */
const period = (id: string, from: number, to: number, days = to - from) => ({
  id,
  paymentId: id.toUpperCase(),
  startsAt: at(from),
  endsAt: at(to),
  allottedMs: days * day,
});

/** Shows periods as "a 0-30" with their own days in brackets where these are not all of them. */
const shown = (periods: ReturnType<typeof period>[]) =>
  periods.map(({ id, startsAt, endsAt, allottedMs }) => {
    const [from, to] = [startsAt.getTime() / day, endsAt.getTime() / day];
    return `${id} ${from}-${to}${allottedMs === (to - from) * day ? "" : ` (${allottedMs / day})`}`;
  });

test("a period's own time ends where that of the next one begins", () => {
  const periods = [period("a", 0, 30), period("b", 30, 60), period("c", 60, 90)];
  expect(allottedTimeOf(periods, "a")).toEqual({ startsAt: at(0), endsAt: at(30) });
  expect(allottedTimeOf(periods, "b")).toEqual({ startsAt: at(30), endsAt: at(60) });
  expect(allottedTimeOf(periods, "c")).toEqual({ startsAt: at(60), endsAt: at(90) });
});

test("a period that began early has its own time at the end all the same", () => {
  const periods = [period("a", 0, 10, 30), period("b", 10, 60, 30)];
  expect(allottedTimeOf(periods, "a")).toEqual({ startsAt: at(0), endsAt: at(30) });
  expect(allottedTimeOf(periods, "b")).toEqual({ startsAt: at(30), endsAt: at(60) });
});

test("an unknown period has no time of its own", () => {
  expect(allottedTimeOf([period("a", 0, 30)], "z")).toBeUndefined();
  expect(allottedTimeOf([], "a")).toBeUndefined();
});

test.each([
  ["the last", "C", 10, ["a 0-30", "b 30-60", "c 10-10"]],
  ["a future one, which those behind it replace", "B", 10, ["a 0-30", "b 10-10", "c 30-60"]],
  ["the running one, which ends now", "A", 10, ["a 0-10", "b 10-40", "c 40-70"]],
  ["one that began at this moment", "B", 30, ["a 0-30", "b 30-30", "c 30-60"]],
  ["one that ends at this moment, of which nothing is left", "A", 30, ["a 0-30", "b 30-60", "c 60-90"]],
  ["an unknown one", "Z", 10, ["a 0-30", "b 30-60", "c 60-90"]],
])("without the payment of %s, the periods are right", (_, payment, now, expected) => {
  const periods = [period("a", 0, 30), period("b", 30, 60), period("c", 60, 90)];
  expect(shown(withoutPayment(periods, payment, at(now)))).toEqual(expected);
});

test("periods that ended before are the same objects", () => {
  const periods = [period("a", 0, 30), period("b", 30, 60)];
  const after = withoutPayment(periods, "B", at(40));
  expect(after[0]).toBe(periods[0]);
  expect(shown(after)).toEqual(["a 0-30", "b 30-40"]);
});

test("a payment whose time another period has taken over ends that period earlier", () => {
  const periods = [period("a", 0, 10, 30), period("b", 10, 60, 30), period("c", 60, 90)];
  expect(shown(withoutPayment(periods, "A", at(20)))).toEqual(["a 0-10 (20)", "b 10-50 (30)", "c 50-80"]);
});

test("the period before gets back the days that an early start took from it", () => {
  const periods = [period("a", 0, 10, 30), period("b", 10, 60, 30)];
  expect(shown(withoutPayment(periods, "B", at(20)))).toEqual(["a 0-30", "b 10-10"]);
});

import { expect, test } from "vitest";
import { demoCustomers } from "../demo-customers.ts";
import { jobCount, planJobs } from "./planned-jobs.ts";

const now = new Date("2026-11-23T14:20:00Z");
const dayMs = 24 * 3600_000;
const daysAgo = (at: Date) => (now.getTime() - at.getTime()) / dayMs;

test("plans forty jobs at different times, from a few minutes to three months ago", () => {
  const jobs = planJobs(now);
  expect(jobs).toHaveLength(jobCount);
  expect(new Set(jobs.map(({ at }) => at.getTime())).size).toBe(jobCount);
  expect(jobs.map(({ at }) => at)).toEqual(jobs.map(({ at }) => at).toSorted((a, b) => Number(b) - Number(a)));
  expect(daysAgo(jobs[0]?.at ?? now)).toBeLessThan(0.1);
  // Files are deleted after 90 days.
  expect(daysAgo(jobs.at(-1)?.at ?? now)).toBeGreaterThan(84);
  expect(daysAgo(jobs.at(-1)?.at ?? now)).toBeLessThan(90);
});

test("plans the same jobs for the same time", () => {
  expect(planJobs(now)).toEqual(planJobs(now));
});

test("gives every job a customer of the demonstration and 2 to 7 papers", () => {
  const known = demoCustomers.map(({ name }) => name);
  for (const { customerName, papers } of planJobs(now)) {
    expect(known).toContain(customerName);
    expect(papers.length).toBeGreaterThanOrEqual(2);
    expect(papers.length).toBeLessThanOrEqual(7);
  }
});

test("plans no uploads at weekends, except on the day on which the demonstration begins", () => {
  const older = planJobs(now).filter(({ at }) => daysAgo(at) > 1);
  expect(older.filter(({ at }) => [0, 6].includes(at.getUTCDay()))).toEqual([]);
});

test("plans one job with a password-protected paper and one with a damaged paper", () => {
  const kinds = planJobs(now).flatMap(({ papers }) => papers.map(({ kind }) => kind));
  expect(kinds.filter((kind) => kind === "protected-payslip")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "damaged-letter")).toHaveLength(1);
});

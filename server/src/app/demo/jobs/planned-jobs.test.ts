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

test("a demonstration of this day plans the same papers for the same customers every time", () => {
  const jobs = planJobs(now);
  const counted = (names: string[]) =>
    Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
  expect(counted(jobs.map(({ customerName }) => customerName))).toEqual({
    "Bright Bakery": 3,
    "Moss & Fern Gardens": 1,
    "Harbour Cycles": 1,
    "Tom Hartley": 1,
    "Pennine Plant Hire": 8,
    "Sable Studio": 7,
    "Dr Amara Osei": 6,
    "Fenwick Physiotherapy": 8,
    "The Copper Kettle": 4,
    "Larch & Linden Joinery": 1,
  });
  expect(counted(jobs.flatMap(({ papers }) => papers.map(({ kind }) => kind)))).toEqual({
    "supplier-invoice": 35,
    "receipt-photo": 22,
    letter: 21,
    "invoice-scan": 11,
    "bank-statement": 30,
    workbook: 8,
    "protected-payslip": 1,
    "card-csv": 6,
    "damaged-letter": 1,
  });
  expect(jobs.map(({ papers }) => papers.length).join("")).toBe("4443553224334325444352333343233523443324");
  expect(jobs.slice(5, 8).map(({ at, papers }) => [at.toISOString(), papers[0]])).toEqual([
    ["2026-11-20T12:33:08.611Z", { kind: "receipt-photo", seed: "42054" }],
    ["2026-11-17T12:53:43.527Z", { kind: "workbook", seed: "587534" }],
    ["2026-11-13T13:57:56.723Z", { kind: "letter", seed: "898549" }],
  ]);
});

test("today’s jobs are 12 minutes old and each 85 minutes older than the next, and all of them are emailed", () => {
  const today = planJobs(now).slice(0, 4);
  expect(today.map(({ at }) => (now.getTime() - at.getTime()) / 60_000)).toEqual([12, 97, 182, 267]);
  expect(today.map(({ choices }) => choices.sendEmail)).toEqual([true, true, true, true]);
  expect(today.every(({ papers }) => papers.length === 3 || papers.length === 4)).toBe(true);
});

test("the sixth job has a protected payslip and the eighteenth a damaged letter, after the other papers", () => {
  const jobs = planJobs(now);
  expect(jobs[5]?.papers.at(-1)).toEqual({ kind: "protected-payslip", seed: jobs[5]?.papers[0]?.seed });
  expect(jobs[17]?.papers.at(-1)).toEqual({ kind: "damaged-letter", seed: jobs[17]?.papers[0]?.seed });
});

test("only the physiotherapist’s PDFs are not emailed, and only joiner and studio want separate ones", () => {
  const jobs = planJobs(now);
  const named = (isChosen: (choices: (typeof jobs)[number]["choices"]) => boolean) =>
    [...new Set(jobs.filter(({ choices }) => isChosen(choices)).map(({ customerName }) => customerName))].toSorted();
  expect(named(({ sendEmail }) => !sendEmail)).toEqual(["Fenwick Physiotherapy"]);
  expect(named(({ separatePdfs }) => separatePdfs)).toEqual(["Larch & Linden Joinery", "Sable Studio"]);
  expect(named(({ copyToCustomer }) => copyToCustomer)).toEqual([]);
});

test("uploads of a Saturday and a Sunday are planned for the Friday before", () => {
  // Seen from each day of a week, so that every planned day falls on a weekend once.
  for (let day = 1; day <= 7; day++) {
    const seenFrom = new Date(Date.UTC(2026, 10, 22 + day, 14, 20));
    const older = planJobs(seenFrom).slice(4);
    expect(older.filter(({ at }) => [0, 6].includes(at.getUTCDay()))).toEqual([]);
    expect(older.filter(({ at }) => at.getUTCDay() === 5).length).toBeGreaterThan(13);
  }
});

import type { PaperKind } from "@sheaf/papers/history.ts";
import { type Random, randomAt } from "@sheaf/papers/random.ts";
import { officeTime, pickWeighted } from "../history-random.ts";

/** A job of the demonstration's practice whose papers have not been drawn yet. */
export interface PlannedJob {
  at: Date;
  customerName: string;
  papers: PlannedPaper[];
  choices: { sendEmail: boolean; separatePdfs: boolean; copyToCustomer: boolean };
}

export interface PlannedPaper {
  kind: PaperKind;
  /** The same seed draws the same paper. */
  seed: string;
}

/** What a customer usually sends. The numbers are relative frequencies of the kinds. */
interface Habit {
  customerName: string;
  kinds: readonly (readonly [PaperKind, number])[];
  files: readonly [least: number, most: number];
  sendEmail: boolean;
  separatePdfs?: true;
}

const receipts: Habit["kinds"] = [
  ["receipt-photo", 6],
  ["supplier-invoice", 2],
  ["invoice-scan", 1],
];
const books: Habit["kinds"] = [
  ["bank-statement", 3],
  ["workbook", 2],
  ["supplier-invoice", 3],
  ["card-csv", 1],
];
const letters: Habit["kinds"] = [
  ["letter", 3],
  ["supplier-invoice", 2],
  ["bank-statement", 1],
  ["invoice-scan", 2],
];

const habits: readonly Habit[] = [
  { customerName: "Bright Bakery", kinds: receipts, files: [3, 6], sendEmail: true },
  { customerName: "Dr Amara Osei", kinds: letters, files: [2, 4], sendEmail: true },
  { customerName: "Larch & Linden Joinery", kinds: receipts, files: [2, 5], sendEmail: true, separatePdfs: true },
  { customerName: "The Copper Kettle", kinds: receipts, files: [3, 6], sendEmail: true },
  { customerName: "Fenwick Physiotherapy", kinds: letters, files: [2, 3], sendEmail: false },
  { customerName: "Sable Studio", kinds: books, files: [2, 4], sendEmail: true, separatePdfs: true },
  { customerName: "Pennine Plant Hire", kinds: books, files: [3, 5], sendEmail: true },
];

/** Jobs of today and yesterday, one for each outcome of an email, newest first. */
const recent: readonly Omit<Habit, "files">[] = [
  { customerName: "Bright Bakery", kinds: receipts, sendEmail: true },
  { customerName: "Moss & Fern Gardens", kinds: letters, sendEmail: true },
  { customerName: "Harbour Cycles", kinds: receipts, sendEmail: true },
  { customerName: "Tom Hartley", kinds: letters, sendEmail: true },
];

export const jobCount = 40;
/** In days: the practice keeps its files for 90 days. */
const oldestDay = 88;

/**
 * Plans forty jobs of the last three months, newest first. Demonstrations that begin on the same day have the same
 * jobs.
 * @param now the newest jobs are some minutes and hours older
 */
export function planJobs(now: Date): PlannedJob[] {
  const random = randomAt(40);
  const newest = recent.map((habit, number) => {
    const at = new Date(now.getTime() - (12 + 85 * number) * 60_000);
    return planJob(random, { ...habit, files: [3, 4] }, at);
  });
  const older = Array.from({ length: jobCount - recent.length }, (_, number) => {
    const daysAgo = 1 + Math.round(((oldestDay - 1) * number) / (jobCount - recent.length - 1));
    const at = officeTime(now, workingDay(now, daysAgo), random.whole(9, 16) + random.fraction());
    const habit = random.pick(habits);
    return planJob(random, habit, at);
  });
  const jobs = [...newest, ...older].toSorted((a, b) => Number(b.at) - Number(a.at));
  return withProblemFiles(jobs);
}

function planJob(random: Random, habit: Habit, at: Date): PlannedJob {
  const [least, most] = habit.files;
  const papers = Array.from({ length: random.whole(least, most) }, () => ({
    kind: pickWeighted(random, habit.kinds),
    seed: String(random.whole(1, 1_000_000)),
  }));
  const separatePdfs = habit.separatePdfs === true;
  return {
    at,
    customerName: habit.customerName,
    papers,
    choices: { sendEmail: habit.sendEmail, separatePdfs, copyToCustomer: false },
  };
}

/** Adds to two jobs a paper that cannot be converted without a member: one of the last days and one of last month. */
function withProblemFiles(jobs: PlannedJob[]): PlannedJob[] {
  const problemFiles = new Map<number, PaperKind>([
    [5, "protected-payslip"],
    [17, "damaged-letter"],
  ]);
  return jobs.map((job, number) => {
    const kind = problemFiles.get(number);
    const [first] = job.papers;
    return kind && first ? { ...job, papers: [...job.papers, { ...first, kind }] } : job;
  });
}

/** Returns the number of days back to that day, or from a weekend to the Friday before. */
function workingDay(now: Date, daysAgo: number): number {
  const weekday = officeTime(now, daysAgo, 12).getUTCDay();
  const toFriday = { 0: 2, 6: 1 }[weekday] ?? 0;
  return daysAgo + toFriday;
}

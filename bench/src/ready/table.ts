import { percentile } from "../admin/table.ts";
import type { BesideReading } from "./beside-reading.ts";
import type { Measured } from "./run.ts";

/** Limit for p95 ÷ p50, over HTTP and in the browser. */
const spreadBar = 1.5;

interface Judged {
  p50: number;
  p95: number;
  spread: number;
}

const judge = (ms: number[]): Judged => {
  const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)];
  return { p50, p95, spread: p95 / p50 };
};

const differenceOf = ({ httpMs, browserMs }: Measured): number => judge(browserMs).p50 - judge(httpMs).p50;

/** Returns whether every upload is within its limits; the goal for HTTP is not one. */
export const readyHolds = (measured: Measured[]): boolean =>
  measured.every(
    (each) =>
      differenceOf(each) <= each.upload.differenceBarMs &&
      [each.httpMs, each.browserMs].every((ms) => judge(ms).spread <= spreadBar),
  );

/** Returns a Markdown table with one row for each upload. */
export function readyTable(measured: Measured[]): string {
  return [
    `| upload | HTTP: p50 | p95 | browser: p50 | p95 | browser − HTTP, p50 | bar | p95 ÷ p50: HTTP, browser (bar ${spreadBar}) | aim for HTTP's p50 |`,
    "|---|---:|---:|---:|---:|---:|---|---|---|",
    ...measured.map(row),
  ].join("\n");
}

function row(measured: Measured): string {
  const { upload } = measured;
  const [http, browser] = [judge(measured.httpMs), judge(measured.browserMs)];
  const difference = differenceOf(measured);
  const cells = [
    upload.what,
    `**${seconds(http.p50)}**`,
    seconds(http.p95),
    `**${seconds(browser.p50)}**`,
    seconds(browser.p95),
    `**${difference.toFixed(0)} ms**`,
    `≤ ${upload.differenceBarMs} ms ${mark(difference <= upload.differenceBarMs)}`,
    [http, browser].map(({ spread }) => `${spread.toFixed(2)} ${mark(spread <= spreadBar)}`).join(", "),
    upload.httpAimMs === null ? "" : `(${seconds(upload.httpAimMs)}) ${mark(http.p50 <= upload.httpAimMs)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Limits for the p50 with pages read ÷ unread, and for the slowest beside others' scans − the unread p50. */
const readBar = 1.05;
const besideBarMs = 2_000;

const besideOf = ({ unreadMs, besideMs }: BesideReading): number => Math.max(...besideMs) - judge(unreadMs).p50;
const readRatio = ({ unreadMs, readMs }: BesideReading): number => judge(readMs).p50 / judge(unreadMs).p50;

/** Returns whether reading delays no upload by more than its limits. */
export const readingHolds = (measured: BesideReading[]): boolean =>
  measured.every((each) => readRatio(each) <= readBar && besideOf(each) <= besideBarMs);

/** Returns a Markdown table of uploads while pages are read, with one row for each upload. */
export function besideReadingTable(measured: BesideReading[]): string {
  return [
    "| upload, HTTP | no page read: p50 | p95 | its pages read: p50 | p95 | ÷ unread | another practice's 500 scans read: p50 | p95 | slowest | − unread |",
    "|---|---:|---:|---:|---:|---|---:|---:|---:|---|",
    ...measured.map((each) => {
      const [unread, read, beside] = [judge(each.unreadMs), judge(each.readMs), judge(each.besideMs)];
      const [ratio, later] = [readRatio(each), besideOf(each)];
      const cells = [
        each.upload.what,
        `**${seconds(unread.p50)}**`,
        seconds(unread.p95),
        `**${seconds(read.p50)}**`,
        seconds(read.p95),
        `${ratio.toFixed(2)} ${mark(ratio <= readBar)} (≤ ${readBar})`,
        `**${seconds(beside.p50)}**`,
        seconds(beside.p95),
        seconds(Math.max(...each.besideMs)),
        `${later.toFixed(0)} ms ${mark(later <= besideBarMs)} (≤ ${besideBarMs})`,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

const mark = (holds: boolean) => (holds ? "✓" : "✗");
const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`;

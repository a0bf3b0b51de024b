import { percentile } from "../admin/table.ts";
import { type ByPart, parts, sumOf } from "./ledger.ts";
import { type SteadyRun, samplesOf } from "./steady.ts";
import { trendOf } from "./trend.ts";

const jobBarMs = 15_000;
const requestBarMs = 200;
/** Maximum drift as a part of the second half's median, in both directions. */
const driftBar = 0.05;
/** Maximum of the API's median in the second half. */
const apiBarBytes = 220 * 1024 ** 2;

const mark = (holds: boolean) => (holds ? "✓" : "✗");

/** Returns whether all values were within their limits. */
export function steadyHolds(run: SteadyRun): boolean {
  return (
    nothingFailed(run) &&
    percentile(run.jobMs, 0.95) <= jobBarMs &&
    [...run.journal.times.values()].every((ms) => percentile(ms, 0.95) <= requestBarMs) &&
    Math.abs(totalTrend(run).drift) <= driftBar &&
    apiMemory(run).secondHalf <= apiBarBytes
  );
}

const verdictNames = ["lost", "doubled", "emailsTwice", "quotaWrong", "stuck", "failed"] as const;

/** Returns whether every request and every job succeeded. */
export const nothingFailed = ({ jobsFailed, journal, verdict }: SteadyRun): boolean =>
  jobsFailed === 0 && journal.failed.length === 0 && verdictNames.every((name) => verdict[name] === 0);

const totalTrend = ({ memory }: SteadyRun) => trendOf(samplesOf(memory, sumOf));

const apiMemory = ({ memory }: SteadyRun) => trendOf(samplesOf(memory, ({ api }) => api));

/** Returns four Markdown tables: failures, times, memory, processor time. */
export function steadyTables(run: SteadyRun): string {
  return [failures(run), times(run), memory(run), processors(run)].join("\n\n");
}

function failures({ arrivals, journal, jobsFailed, verdict }: SteadyRun): string {
  const requests = [...journal.times.values()].reduce((sum, ms) => sum + ms.length, 0);
  const none = (count: number) => `**${count}** ${mark(count === 0)}`;
  const row = [
    arrivals.sent,
    none(jobsFailed),
    requests,
    none(journal.failed.length),
    none(verdictNames.reduce((sum, name) => sum + verdict[name], 0)),
    `${arrivals.late} (${Math.round(arrivals.worstLateMs)} ms)`,
  ];
  return [
    "| jobs | failed | requests | failed | lost, doubled, stuck or miscounted | sent more than 50 ms late (worst) |",
    "|---:|---:|---:|---:|---:|---:|",
    `| ${row.join(" | ")} |`,
    ...journal.failed.slice(0, 20).map((line, index) => `${index === 0 ? "\n" : ""}- ${line.slice(0, 300)}`),
  ].join("\n");
}

function times({ jobMs, journal }: SteadyRun): string {
  const row = (what: string, ms: number[], barMs: number, inSeconds = false) => {
    const show = (value: number) => (inSeconds ? `${(value / 1000).toFixed(2)} s` : `${value.toFixed(1)} ms`);
    const p95 = percentile(ms, 0.95);
    const bar = `≤ ${inSeconds ? `${barMs / 1000} s` : `${barMs} ms`} ${mark(p95 <= barMs)}`;
    return `| ${what} | ${show(percentile(ms, 0.5))} | **${show(p95)}** | ${show(percentile(ms, 0.99))} | ${bar} | ${ms.length} |`;
  };
  return [
    "| what | p50 | p95 | p99 | bar for p95 | number |",
    "|---|---:|---:|---:|---|---:|",
    row("a job, from its time until its browser knows that the PDF is ready", jobMs, jobBarMs, true),
    ...[...journal.times].map(([kind, ms]) => row(kind, ms, requestBarMs)),
    row("all requests", [...journal.times.values()].flat(), requestBarMs),
  ].join("\n");
}

function memory(run: SteadyRun): string {
  const row = (what: string, of: (bytes: ByPart) => number, judged?: "drift" | "size") => {
    const { firstHalf, secondHalf, drift } = trendOf(samplesOf(run.memory, of));
    const bold = (text: string, isJudged: boolean) => (isJudged ? `**${text}**` : text);
    const percent = bold(`${drift < 0 ? "−" : "+"}${Math.abs(drift * 100).toFixed(1)} %`, judged === "drift");
    const size = bold(megabytes(secondHalf), judged === "size");
    const bars = {
      drift: `± ${driftBar * 100} % ${mark(Math.abs(drift) <= driftBar)}`,
      size: `≤ ${megabytes(apiBarBytes)} ${mark(secondHalf <= apiBarBytes)}`,
    };
    return `| ${what} | ${megabytes(firstHalf)} | ${size} | ${percent} | ${judged ? bars[judged] : ""} |`;
  };
  return [
    "| memory (median) | first half | second half | drift over the second half | bar |",
    "|---|---:|---:|---:|---|",
    row("all", sumOf, "drift"),
    ...parts.map((part) => row(part, (bytes) => bytes[part], part === "api" ? "size" : undefined)),
  ].join("\n");
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;

function processors({ cpu, loadCpuSeconds, seconds, arrivals, sandboxes }: SteadyRun): string {
  const row = (what: string, cpuSeconds: number, perFile = true) =>
    `| ${what} | ${cpuSeconds.toFixed(1)} | ${(cpuSeconds / seconds).toFixed(2)} | ${perFile ? (cpuSeconds / arrivals.sent).toFixed(3) : ""} |`;
  return [
    "| processor | CPU-seconds | cores | CPU-seconds a file |",
    "|---|---:|---:|---:|",
    row("all", sumOf(cpu)),
    ...parts.map((part) => row(part, cpu[part])),
    row("outside Sheaf: load generator, mail server and measurement", loadCpuSeconds, false),
    "",
    `${sandboxes} sandboxes were started, one for every ${(arrivals.sent / Math.max(1, sandboxes)).toFixed(1)} files.`,
  ].join("\n");
}

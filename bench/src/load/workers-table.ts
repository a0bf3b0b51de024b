import { availableParallelism } from "node:os";
import { type ByPart, sumOf } from "./ledger.ts";
import type { Throughput, WorkersRun } from "./workers.ts";

/** Number of worker processes with a core each for which figures are computed. */
const computedFor = [2, 4, 8, 16];

export const workersHold = ({ throughputs, failed, verdict }: WorkersRun): boolean =>
  failed.length === 0 && throughputs.every(({ jobs }) => jobs > 0) && wrongJobs({ verdict }) === 0;

const wrongJobs = ({ verdict }: Pick<WorkersRun, "verdict">): number =>
  verdict.lost + verdict.doubled + verdict.emailsTwice + verdict.quotaWrong + verdict.stuck + verdict.failed;

/** Processor seconds of one job: of workers with their converters, of the API, and of PostgreSQL. */
export interface JobCost {
  workers: number;
  api: number;
  postgres: number;
}

/**
 * Returns the processor seconds of one job.
 * @throws Error when no job was completed
 */
export function jobCostOf({ cpu, jobs }: Throughput): JobCost {
  if (jobs === 0) throw new Error("No job was completed.");
  return { workers: (cpu.worker + cpu.converters) / jobs, api: cpu.api / jobs, postgres: cpu.postgres / jobs };
}

/** Returns how many jobs one core completes in a minute when each takes so many processor seconds. */
export const perCoreMinute = (cpuSeconds: number): number => 60 / cpuSeconds;

/**
 * Returns a Markdown table of the measurements, one of what follows for more cores than this machine has, and a list of
 * failures.
 */
export function workersTable(run: WorkersRun, cores = availableParallelism()): string {
  const { throughputs, failed } = run;
  const [alone] = throughputs.filter(({ jobs }) => jobs > 0);
  const wrong = wrongJobs(run);
  return [
    `| workers | jobs a minute, measured on ${cores} cores | cores used: all | workers | API | PostgreSQL | load generator | jobs a minute for each core of workers |`,
    "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...throughputs.map(measuredRow),
    ...(alone ? ["", ...computedTable(alone, cores)] : []),
    "",
    `**${failed.length}** requests and jobs failed ${mark(failed.length === 0)}, **${wrong}** jobs lost, doubled, stuck or miscounted ${mark(wrong === 0)}.`,
    ...failed.slice(0, 20).map((line, index) => `${index === 0 ? "\n" : ""}- ${line.slice(0, 300)}`),
  ].join("\n");
}

function measuredRow(throughput: Throughput): string {
  const { workers, seconds, jobs, cpu, loadCpuSeconds } = throughput;
  const cores = (of: number) => (of / seconds).toFixed(2);
  const ofWorkers = (byPart: ByPart) => byPart.worker + byPart.converters;
  const perCore = jobs === 0 ? "—" : perCoreMinute(jobCostOf(throughput).workers).toFixed(0);
  const parts = [sumOf(cpu), ofWorkers(cpu), cpu.api, cpu.postgres, loadCpuSeconds].map(cores);
  return `| ${[workers, `**${((jobs * 60) / seconds).toFixed(0)}**${jobs === 0 ? " ✗" : ""}`, ...parts, perCore].join(" | ")} |`;
}

/** Computes from the run with one worker, in which processes wait for each other least. */
function computedTable(alone: Throughput, cores: number): string[] {
  const cost = jobCostOf(alone);
  const rows = computedFor.map((workers) => {
    const perMinute = workers * perCoreMinute(cost.workers);
    const [api, postgres] = [cost.api, cost.postgres].map((seconds) => ((perMinute * seconds) / 60).toFixed(1));
    return `| ${workers} | ${perMinute.toFixed(0)} | ${api} | ${postgres} |`;
  });
  return [
    `Computed, not measured: with a core for each worker, and cores of their own for API and PostgreSQL (this machine has ${cores} for all).`,
    "",
    "| workers with a core each | jobs a minute, computed | cores of APIs | cores of PostgreSQL |",
    "|---:|---:|---:|---:|",
    ...rows,
  ];
}

const mark = (holds: boolean) => (holds ? "✓" : "✗");

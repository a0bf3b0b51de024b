import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLines } from "../marked-lines.ts";
import type { Cost, CostRun } from "./cost.ts";
import { costOfOne, mostExpensiveFirst, nameOf } from "./cost-table.ts";
import type { Throughput } from "./workers.ts";
import { jobCostOf, perCoreMinute } from "./workers-table.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const operate = join(root, "docs", "operate.md");

/**
 * Writes the cost of documents into the capacity plan.
 * @param resultPath the report that the numbers are from
 */
export function fillOperate(costs: CostRun, resultPath: string): void {
  const text = readFileSync(operate, "utf8");
  writeFileSync(operate, withCosts(text, costs, relative(root, resultPath)));
  console.error(`Written: ${relative(process.cwd(), operate)}`);
}

/**
 * Writes how many jobs a core completes into the capacity plan.
 * @param resultPath the report that the numbers are from
 */
export function fillThroughput(throughput: Throughput, resultPath: string): void {
  const text = readFileSync(operate, "utf8");
  writeFileSync(operate, withThroughput(text, throughput, relative(root, resultPath)));
  console.error(`Written: ${relative(process.cwd(), operate)}`);
}

/** Use of processors that leaves room for the next minute. */
const use = 0.6;
/** Documents a minute of one practice in the hours of January, as in the plan for 60 million documents a month. */
const atPeak = (250 * 60) / 40_000;
/** A large machine for PostgreSQL. */
const postgresCores = 16;

/**
 * Returns the capacity plan with the measured jobs for each core and what follows from them.
 * @throws Error when the marked lines are missing, or no job was completed
 */
export function withThroughput(text: string, throughput: Throughput, from: string): string {
  const cost = jobCostOf(throughput);
  const row = (what: string, seconds: number) =>
    `| ${what} | ${seconds.toFixed(3)} | ${perCoreMinute(seconds).toFixed(0)} |`;
  const ofCore = perCoreMinute(cost.workers) * use;
  const ofPostgres = perCoreMinute(cost.postgres) * use * postgresCores;
  const percent = `${use * 100} %`;
  return withLines(text, "workers", [
    `Measured (\`${from}\`): small files of ten kinds in turn, each a job with one email.`,
    "",
    "| | CPU-seconds a job | jobs a minute for each core |",
    "|---|---:|---:|",
    row("workers and their converters", cost.workers),
    row("APIs", cost.api),
    row("PostgreSQL", cost.postgres),
    "",
    `Computed from these three, not measured, with processors used to ${percent}:`,
    "",
    "| | |",
    "|---|---:|",
    `| jobs a minute for each core of workers | ${ofCore.toFixed(0)} |`,
    `| practices for each core of workers, with ${atPeak} documents a minute each in the hours of January | ${(ofCore / atPeak).toFixed(0)} |`,
    `| cores of workers for each core of APIs | ${(cost.workers / cost.api).toFixed(1)} |`,
    `| cores of workers for each core of PostgreSQL | ${(cost.workers / cost.postgres).toFixed(1)} |`,
    `| a PostgreSQL of ${postgresCores} cores is the limit at | ${ofPostgres.toFixed(0)} jobs a minute: ${(ofPostgres / ofCore).toFixed(0)} cores of workers, ${(ofPostgres / atPeak).toFixed(0)} practices |`,
  ]);
}

/**
 * Returns the capacity plan with a row for each type above the marked line, replacing the rows of an earlier run.
 * @throws Error when the marked line is missing
 */
export function withCosts(text: string, run: CostRun, from: string): string {
  const lines = text.split("\n").filter((line) => !/^\|.*`bench\/results\/[\d-]+-load\.md`/.test(line));
  const marked = lines.findIndex((line) => line.startsWith("<!-- load:"));
  if (marked < 0) throw new Error("docs/operate.md has no line <!-- load: … -->, above which the costs are inserted.");
  const row = (what: string, cost: Cost) =>
    `| ${what} | ${costOfOne(cost).toFixed(2)} | \`${from}\`: with API, queue and database |`;
  const rows = [
    ...mostExpensiveFirst(run).map((cost) => row(`${nameOf(cost.kind)}, small`, cost)),
    row(`${nameOf(run.visits.kind)}, small, the only one of its practice`, run.visits),
  ];
  return lines.toSpliced(marked, 0, ...rows).join("\n");
}

import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Cost, CostRun } from "./cost.ts";
import { costOfOne, mostExpensiveFirst, nameOf } from "./cost-table.ts";

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

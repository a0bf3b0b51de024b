import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLines } from "./marked-lines.ts";

const root = join(import.meta.dirname, "..", "..");
const performancePage = join(root, "docs", "performance.md");

/** The reports whose table is shown to users. */
export type Shown = "engine" | "ready" | "read";

/**
 * Columns of a report's table that users see, from 0, with the heading of each. The others hold limits, which concern
 * developers only.
 */
const columns: Record<Shown, [column: number, heading: string][]> = {
  engine: [
    [2, "what"],
    [3, "Sheaf"],
    [4, "other tool"],
    [0, "Sheaf's time ÷ the other's"],
    [5, "peak memory: Sheaf / other tool"],
  ],
  ready: [
    [0, "upload"],
    [1, "over HTTP: half are ready within"],
    [2, "95 of 100 within"],
    [3, "in the browser: half are ready within"],
    [4, "95 of 100 within"],
  ],
  read: [
    [0, "pages"],
    [1, "read by"],
    [2, "words found / right"],
    [3, "letters found"],
    [4, "totals that occur"],
    [5, "totals told"],
    [6, "dates that occur"],
    [7, "processor seconds a page"],
    [8, "peak memory"],
  ],
};

/**
 * Writes a report's table into the page for users.
 * @param report Markdown of a whole run
 * @param resultPath the file that holds the report
 */
export function fillPerformance(shown: Shown, report: string, resultPath: string): void {
  const text = readFileSync(performancePage, "utf8");
  writeFileSync(performancePage, withTable(text, shown, report, relative(root, resultPath)));
  console.error(`Written: ${relative(process.cwd(), performancePage)}`);
}

/**
 * Returns the page with the machine and the table of a report between the two marked lines, in place of an earlier one.
 * @param from the path of the report
 * @throws Error when a marked line or the report's table is missing
 */
export function withTable(page: string, shown: Shown, report: string, from: string): string {
  const rows = rowsOf(report);
  if (rows.length === 0) throw new Error(`${from} has no table.`);
  const [title = "", machine = ""] = [/^# .*/m, /^Machine: .*/m].map((line) => line.exec(report)?.[0] ?? "");
  const cells = columns[shown];
  const filled = [
    `Measured on ${title.slice(-"YYYY-MM-DD".length)} (\`${from}\`). ${machine}`,
    "",
    `| ${cells.map(([, heading]) => heading).join(" | ")} |`,
    `|${cells.map(() => "---").join("|")}|`,
    ...rows.map((row) => `| ${cells.map(([column]) => row[column]).join(" | ")} |`),
  ];
  return withLines(page, shown, filled);
}

/**
 * Returns the cells of the first table, without its head, and without rows that compare with nothing: those of limits
 * for Sheaf alone, and of tools that were not installed.
 */
function rowsOf(report: string): string[][] {
  const lines = report.split("\n");
  const head = lines.findIndex((line) => /^\|[-:|]+\|$/.test(line));
  const after = lines.slice(head + 1);
  const end = after.findIndex((line) => !line.startsWith("|"));
  return after
    .slice(0, end < 0 ? after.length : end)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => first !== "" && first !== "—");
}

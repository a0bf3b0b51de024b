import { median } from "../measure.ts";
import { type BenchPage, clsBar, lcpBarMs } from "./pages.ts";
import { type Category, categories, type Screen, type Visit } from "./visit.ts";

/** A page and the results of its visits. */
export interface Visited {
  page: Pick<BenchPage, "path" | "bars">;
  screen: Screen;
  visits: Visit[];
}

const names: Record<Category, string> = {
  performance: "performance",
  accessibility: "accessibility",
  "best-practices": "best practices",
  seo: "SEO",
};

/** Returns a Markdown table of medians, with ✓ or ✗ where there is a limit. */
export function webTable(visited: Visited[]): string {
  const heads = categories.map((category) => names[category]);
  return [
    cells("page", "screen", ...heads, `LCP (≤ ${(lcpBarMs / 1000).toFixed(1)} s)`, `CLS (≤ ${clsBar})`, "script"),
    "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ...visited.map(line),
  ].join("\n");
}

function line({ page, screen, visits }: Visited): string {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));
  const scores = categories.map((category) => {
    const score = middle((visit) => visit.scores[category]);
    const bar = page.bars[category];
    return bar === undefined ? `${score}` : `${score} ${mark(score >= bar)}`;
  });
  const lcpMs = middle(({ lcpMs }) => lcpMs);
  const cls = middle(({ cls }) => cls);
  return cells(
    page.path,
    screen,
    ...scores,
    `${(lcpMs / 1000).toFixed(2)} s ${mark(lcpMs <= lcpBarMs)}`,
    `${cls.toFixed(3)} ${mark(cls <= clsBar)}`,
    `${Math.round(middle(({ scriptBytes }) => scriptBytes) / 1000)} kB`,
  );
}

/** Lists each fault that kept a judged score below 100 once, with the pages on which any visit found it. */
export function faultLines(visited: Visited[]): string[] {
  const where = new Map<string, Set<string>>();
  for (const { page, screen, visits } of visited) {
    for (const { category, title } of visits.flatMap(({ faults }) => faults)) {
      if (page.bars[category] === undefined) continue;
      const key = `${names[category]}: ${title.replace(/: [\d.,\s]+m?s$/, "")}`;
      where.set(key, (where.get(key) ?? new Set()).add(`${page.path} (${screen})`));
    }
  }
  return [...where].map(([fault, pages]) => `- ${fault}: ${[...pages].join(", ")}`);
}

const mark = (holds: boolean) => (holds ? "✓" : "✗");
const cells = (...texts: string[]): string => `| ${texts.join(" | ")} |`;

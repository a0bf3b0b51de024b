import type { Cost, CostRun } from "./cost.ts";
import { type ByPart, sumOf } from "./ledger.ts";

/** Names of file types with two extensions. */
const twins: Record<string, string> = { jpg: "JPG, JPEG", tif: "TIF, TIFF", heic: "HEIC, HEIF" };
export const nameOf = (kind: string): string => twins[kind] ?? kind.toUpperCase();

/** Processor seconds for one document, of all processes together. */
export const costOfOne = ({ cpu, documents }: Cost): number => sumOf(cpu) / documents;

export const mostExpensiveFirst = ({ kinds }: CostRun): Cost[] =>
  kinds.toSorted((one, other) => costOfOne(other) - costOfOne(one));

/** Returns a Markdown table, the most expensive type first, and a line that explains it. */
export function costTable(run: CostRun): string {
  const { visits, idle, statements } = run;
  return [
    "| kind | CPU-seconds a document | converters | their part | worker | API | PostgreSQL | seconds a document, one after the other |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    ...mostExpensiveFirst(run).map((cost) => row(nameOf(cost.kind), cost)),
    row(`${nameOf(visits.kind)}, each of another practice`, visits),
    "",
    `${visits.documents} of each, of one practice where nothing else is said. Taken off: ${sumOf(idle).toFixed(3)} cores that are used when there is nothing to do (${idleWords(idle)}).`,
    "",
    "| statements for one job, its dashboard open | of requests and tasks | of the queue | for each file |",
    "|---|---:|---:|---:|",
    ...statements.map(statementsRow),
  ].join("\n");
}

function statementsRow({ files, ofOne: { application, queue } }: CostRun["statements"][number]): string {
  const numbers = [application, queue, (application + queue) / files].map(Math.round);
  return `| ${[files === 1 ? "1 file" : `${files} files`, ...numbers].join(" | ")} |`;
}

function row(what: string, cost: Cost): string {
  const { cpu, documents, seconds } = cost;
  const each = (cpuSeconds: number) => (cpuSeconds / documents).toFixed(3);
  const share = `${Math.round((cpu.converters / sumOf(cpu)) * 100)} %`;
  const rest = [cpu.worker, cpu.api, cpu.postgres].map(each);
  return `| ${[what, `**${each(sumOf(cpu))}**`, each(cpu.converters), share, ...rest, (seconds / documents).toFixed(2)].join(" | ")} |`;
}

const idleWords = ({ api, worker, converters, postgres, start }: ByPart) =>
  Object.entries({ API: api, worker, converters, PostgreSQL: postgres, start })
    .map(([part, cores]) => `${part} ${cores.toFixed(3)}`)
    .join(", ");

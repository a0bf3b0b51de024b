import { startTestBed, type TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { whyBroken } from "../report.ts";
import { type CostRun, runCost } from "./cost.ts";
import { costTable } from "./cost-table.ts";
import { runFairness } from "./fairness.ts";
import { fairnessHolds, fairnessTable } from "./fairness-table.ts";
import { type ListsSize, runLists } from "./lists.ts";
import { listsHold, listsTable } from "./lists-table.ts";
import { mix } from "./material.ts";
import { runSteady, type SteadySize } from "./steady.ts";
import { steadyHolds, steadyTables } from "./steady-table.ts";
import { oneFileEach, runWorkers, type WorkersRun, type WorkersSize } from "./workers.ts";
import { workersHold, workersTable } from "./workers-table.ts";

export interface Sizes {
  steady: SteadySize;
  cost: { documents: number };
  workers: WorkersSize;
  fairness: { queued: number; singles: number };
  lists: ListsSize;
}

/** Heading and tables of a part, and whether all values were within their limits. */
interface Section {
  title: string;
  text: string;
  holds: boolean;
  costs?: CostRun;
  workers?: WorkersRun;
}

const parts = {
  async steady({ steady }: Sizes): Promise<Section> {
    const run = await onStand((bed) => runSteady(bed, steady));
    const { filesPerSecond, minutes, practices, browsers } = steady;
    return {
      title: `Steady: ${filesPerSecond} files a second for ${minutes} min`,
      text: `Of ${practices} practices with ${browsers} browsers open; in turn ${mix.join(", ")}.\n\n${steadyTables(run)}`,
      holds: steadyHolds(run),
    };
  },
  async cost({ cost }: Sizes): Promise<Section> {
    const run = await onStand((bed) => runCost(bed, cost.documents));
    return { title: "Cost of a document", text: costTable(run), holds: true, costs: run };
  },
  async workers({ workers }: Sizes): Promise<Section> {
    const run = await onStand((bed) => runWorkers(bed, workers), oneFileEach);
    return {
      title: `Many workers: ${workers.counts.join(", ")} processes, ${workers.seconds} s each`,
      text: `Each worker process converts one file at a time, against one PostgreSQL and one API; in turn ${mix.join(", ")}.\n\n${workersTable(run)}`,
      holds: workersHold(run),
      workers: run,
    };
  },
  async fairness({ fairness }: Sizes): Promise<Section> {
    const run = await onStand((bed) => runFairness(bed, fairness));
    return {
      title: `Single documents beside ${fairness.queued} files of another practice, while a worker joins and leaves`,
      text: fairnessTable(run),
      holds: fairnessHolds(run),
    };
  },
  async lists({ lists }: Sizes): Promise<Section> {
    const run = await runLists(lists);
    return {
      title: `Lists: ${lists.requestsPerSecond} requests a second for ${lists.seconds} s`,
      text: `${run.jobsOfOne} jobs in the practice, ${lists.jobs} in the table; each list is asked for by one of ${run.journal.times.size} requests.\n\n${listsTable(run)}`,
      holds: listsHold(run),
    };
  },
};

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

/**
 * Runs the parts, each on its own installation, so that none is affected by the one before. When one fails, its section
 * says so and the others still run.
 * @param onSection called with each section when it is complete
 */
export async function runParts(
  names: PartName[],
  sizes: Sizes,
  onSection: (text: string) => void,
): Promise<{ holds: boolean; costs: CostRun | undefined; workers: WorkersRun | undefined }> {
  const done: Section[] = [];
  for (const name of names) {
    process.stderr.write(`${name} …\n`);
    const began = performance.now();
    const section = await parts[name](sizes).catch((error) => brokenOff(name, error));
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    onSection(`\n## ${section.title}\n\n${section.text}\n\nThis part took ${minutes} min.`);
    done.push(section);
  }
  return {
    holds: done.every(({ holds }) => holds),
    costs: done.find(({ costs }) => costs)?.costs,
    workers: done.find(({ workers }) => workers)?.workers,
  };
}

const brokenOff = (name: PartName, error: unknown): Section => ({
  title: `${name}: failed`,
  text: whyBroken(error),
  holds: false,
});

async function onStand<Run>(run: (bed: TestBed) => Promise<Run>, env: Record<string, string> = {}): Promise<Run> {
  const bed = await startTestBed({ env });
  try {
    return await run(bed);
  } finally {
    await bed.close();
  }
}

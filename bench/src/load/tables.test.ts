import { expect, test } from "vitest";
import type { Cost, CostRun } from "./cost.ts";
import { costTable } from "./cost-table.ts";
import type { FairnessRun } from "./fairness.ts";
import { fairnessHolds, fairnessTable } from "./fairness-table.ts";
import { openJournal } from "./journal.ts";
import { type ByPart, noneOf } from "./ledger.ts";
import { listsHold } from "./lists-table.ts";
import { withCosts, withThroughput } from "./operate.ts";
import type { SteadyRun } from "./steady.ts";
import { nothingFailed, steadyHolds, steadyTables } from "./steady-table.ts";
import type { Throughput, WorkersRun } from "./workers.ts";
import { workersHold, workersTable } from "./workers-table.ts";

const bytes = (api: number): ByPart => ({ ...noneOf(), api: api * 1024 ** 2 });
const journal = (times: Record<string, number[]>, failed: string[] = []) => ({
  ...openJournal(),
  times: new Map(Object.entries(times)),
  failed,
});
const steady = (changed: Partial<SteadyRun> = {}): SteadyRun => ({
  arrivals: { sent: 200, late: 1, worstLateMs: 70 },
  jobMs: [1_000, 2_000],
  jobsFailed: 0,
  journal: journal({ "POST /api/jobs": [40, 50] }),
  verdict: { jobs: 2, lost: 0, doubled: 0, emailsTwice: 0, unconfirmed: 0, quotaWrong: 0, stuck: 0, failed: 0 },
  memory: Array.from({ length: 20 }, (_, n) => ({ atMs: n, bytes: bytes(200) })),
  seconds: 100,
  sandboxes: 8,
  cpu: { ...noneOf(), api: 10, converters: 90 },
  loadCpuSeconds: 5,
  ...changed,
});

test("a steady run is reported as tables of failures, times, memory and processor time", () => {
  const tables = steadyTables(steady());
  expect(tables).toContain("| 200 | **0** ✓ | 2 | **0** ✓ | **0** ✓ | 1 (70 ms) |");
  expect(tables).toContain("PDF is ready | 1.00 s | **2.00 s** | 2.00 s | ≤ 15 s ✓ | 2 |");
  expect(tables).toContain("| POST /api/jobs | 40.0 ms | **50.0 ms** | 50.0 ms | ≤ 200 ms ✓ | 2 |");
  expect(tables).toContain("| all | 200 MB | 200 MB | **+0.0 %** | ± 5 % ✓ |");
  expect(tables).toContain("| api | 200 MB | **200 MB** | +0.0 % | ≤ 220 MB ✓ |");
  expect(tables).toContain("8 sandboxes were started, one for every 25.0 files.");
  expect(tables).toContain("| all | 100.0 | 1.00 | 0.500 |");
});

test.each<[string, Partial<SteadyRun>, boolean, boolean]>([
  ["a run within its limits passes", {}, true, true],
  ["jobs that take too long fail the run", { jobMs: [16_000] }, false, true],
  ["one kind of request that takes too long fails the run", { journal: journal({ a: [10], b: [201] }) }, false, true],
  [
    "growing memory fails the run",
    { memory: [...Array(40).keys()].map((n) => ({ atMs: n, bytes: bytes(170 + n) })) },
    false,
    true,
  ],
  [
    "an API that needs too much memory fails the run",
    { memory: [...Array(40).keys()].map((n) => ({ atMs: n, bytes: bytes(221) })) },
    false,
    true,
  ],
  ["a failed job fails the run and counts as a failure", { jobsFailed: 1 }, false, false],
  [
    "a failed request fails the run and counts as a failure",
    { journal: journal({ a: [10] }, ["a: 500"]) },
    false,
    false,
  ],
  ["a lost job fails the run and counts as a failure", { verdict: { ...steady().verdict, lost: 1 } }, false, false],
])("%s", (_, changed, holds, fine) => {
  expect([steadyHolds(steady(changed)), nothingFailed(steady(changed))]).toEqual([holds, fine]);
});

const cost = (kind: string, converters: number): Cost => ({
  kind,
  documents: 10,
  seconds: 6,
  cpu: { ...noneOf(), converters, api: 1, postgres: 1 },
});
const costs: CostRun = {
  kinds: [cost("txt", 2), cost("jpg", 8)],
  visits: cost("docx", 18),
  idle: noneOf(),
  statements: [
    { files: 1, ofOne: { application: 60.4, queue: 15.4 } },
    { files: 10, ofOne: { application: 200, queue: 60 } },
  ],
};

test("costs are stated for one document, the most expensive type first", () => {
  expect(costTable(costs).split("\n").slice(2, 5)).toEqual([
    "| JPG, JPEG | **1.000** | 0.800 | 80 % | 0.000 | 0.100 | 0.100 | 0.60 |",
    "| TXT | **0.400** | 0.200 | 50 % | 0.000 | 0.100 | 0.100 | 0.60 |",
    "| DOCX, each of another practice | **2.000** | 1.800 | 90 % | 0.000 | 0.100 | 0.100 | 0.60 |",
  ]);
});

test("the statements of a job are stated by who sends them, and for each file", () => {
  expect(costTable(costs).split("\n").slice(-2)).toEqual(["| 1 file | 60 | 15 | 76 |", "| 10 files | 200 | 60 | 26 |"]);
});

test("the newest costs replace earlier ones in the capacity plan", () => {
  const plan = "| office file | 0.37 | the same |\n<!-- load: here -->\n\nAnd so on.";
  const once = withCosts(plan, costs, "bench/results/2026-11-22-load.md");
  expect(once.split("\n")).toEqual([
    "| office file | 0.37 | the same |",
    "| JPG, JPEG, small | 1.00 | `bench/results/2026-11-22-load.md`: with API, queue and database |",
    "| TXT, small | 0.40 | `bench/results/2026-11-22-load.md`: with API, queue and database |",
    "| DOCX, small, the only one of its practice | 2.00 | `bench/results/2026-11-22-load.md`: with API, queue and database |",
    "<!-- load: here -->",
    "",
    "And so on.",
  ]);
  expect(withCosts(once, costs, "bench/results/2026-11-22-load.md")).toBe(once);
  expect(() => withCosts("Nothing.", costs, "")).toThrow(/has no line/);
});

const fairness = (changed: Partial<FairnessRun["jobMs"]> = {}): FairnessRun => ({
  jobMs: {
    "one worker": [...Array(23).fill(4_000), 30_000],
    "a second worker joins": [2_000],
    "the second worker leaves": [3_000],
    ...changed,
  },
  fewestQueued: 480,
  failed: [],
});

test("single jobs are reported by the 95th percentile of their times in each phase and of all", () => {
  const table = fairnessTable(fairness());
  expect(table).toContain("| one worker | 24 | 4.00 s | **4.00 s** | 30.00 s | ≤ 10 s ✓ |");
  expect(table).toContain("| a second worker joins | 1 | 2.00 s | **2.00 s** | 2.00 s | ≤ 10 s ✓ |");
  expect(table).toContain("| all | 26 | 4.00 s | **4.00 s** | 30.00 s | ≤ 10 s ✓ |");
  expect(table).toContain("At least 480 files of the other practice waited. **0** failed ✓");
});

test.each<[string, FairnessRun, boolean]>([
  ["within its limits it passes", fairness(), true],
  ["a slow job while a worker joins fails", fairness({ "a second worker joins": [10_001] }), false],
  ["a phase without a job fails", fairness({ "the second worker leaves": [] }), false],
  ["a failed job fails", { ...fairness(), failed: ["Job 3 failed."] }, false],
])("fairness: %s", (_, run, holds) => expect(fairnessHolds(run)).toBe(holds));

const throughput = (changed: Partial<Throughput> = {}): Throughput => ({
  workers: 1,
  seconds: 60,
  jobs: 120,
  cpu: { ...noneOf(), worker: 6, converters: 42, api: 6, postgres: 12 },
  loadCpuSeconds: 3,
  ...changed,
});
const workersRun = (changed: Partial<WorkersRun> = {}): WorkersRun => ({
  throughputs: [throughput(), throughput({ workers: 4, jobs: 150 })],
  failed: [],
  verdict: steady().verdict,
  ...changed,
});

test("jobs a minute are stated as measured on this machine's cores, and computed for more", () => {
  const table = workersTable(workersRun(), 2);
  expect(table).toContain("measured on 2 cores");
  expect(table).toContain("| 1 | **120** | 1.10 | 0.80 | 0.10 | 0.20 | 0.05 | 150 |");
  expect(table).toContain("| 4 | **150** | 1.10 | 0.80 | 0.10 | 0.20 | 0.05 | 188 |");
  expect(table).toContain("Computed, not measured");
  expect(table).toContain("| 8 | 1200 | 1.0 | 2.0 |");
});

test.each<[string, Partial<WorkersRun>, boolean]>([
  ["a run in which all jobs completed passes", {}, true],
  ["a number of workers that completes nothing fails", { throughputs: [throughput({ jobs: 0 })] }, false],
  ["a failed request fails", { failed: ["POST /api/jobs: 500"] }, false],
  ["a lost job fails", { verdict: { ...steady().verdict, lost: 1 } }, false],
])("workers: %s", (_, changed, holds) => {
  expect(workersHold(workersRun(changed))).toBe(holds);
  expect(workersTable(workersRun(changed), 2)).toContain(holds ? "✓" : "✗");
});

test("the capacity plan gets the measured jobs of each core and the sum that follows, in place of earlier ones", () => {
  const plan = "Before.\n<!-- workers: here -->\nold\n<!-- /workers -->\nAfter.";
  const once = withThroughput(plan, throughput(), "bench/results/2026-11-26-load.md");
  expect(once).toContain(
    "| workers and their converters | 0.400 | 150 |\n| APIs | 0.050 | 1200 |\n| PostgreSQL | 0.100 | 600 |",
  );
  expect(once).toContain("| jobs a minute for each core of workers | 90 |");
  expect(once).toContain("with 0.375 documents a minute each in the hours of January | 240 |");
  expect(once).toContain("| cores of workers for each core of PostgreSQL | 4.0 |");
  expect(once).toContain("| 5760 jobs a minute: 64 cores of workers, 15360 practices |");
  expect(once).not.toContain("old");
  expect(withThroughput(once, throughput(), "bench/results/2026-11-26-load.md")).toBe(once);
  expect(() => withThroughput("Nothing.", throughput(), "")).toThrow(/has no lines/);
});

test("one slow list fails the run", () => {
  const arrivals = { sent: 2, late: 0, worstLateMs: 0 };
  const run = (ms: number) => ({ jobsOfOne: 1, arrivals, journal: journal({ jobs: [5], customers: [ms] }) });
  expect([listsHold(run(20)), listsHold(run(21))]).toEqual([true, false]);
});

import { Histogram } from "prom-client";
import { metrics } from "../observe/registry.ts";

const taskSeconds = new Histogram({
  name: "sheaf_task_seconds",
  help: "Time of a task's run",
  labelNames: ["task", "outcome"] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  registers: [metrics],
});

/** Records one run of a task and its outcome. */
export function countRun(task: string, outcome: "done" | "failed", ms: number): void {
  taskSeconds.observe({ task, outcome }, ms / 1000);
}

import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { recount } from "./recount.ts";
import { recountPractices } from "./recount-practices.ts";

/**
 * Recounts everything from the rows themselves. A difference is a bug in Sheaf: it is corrected and logged. Runs every
 * day.
 */
export const recountDays = defineScheduledTask<Pick<WorkerServices, "db" | "log">>({
  name: "metrics.recount",
  timeoutMs: 30 * 60_000,
  async run({ db, log }) {
    const differences = await recount(db);
    if (differences.length > 0) log.error({ differences }, "Counts differed from the rows and were corrected");
    const practices = await recountPractices(db);
    if (practices > 0) log.error({ practices }, "Counts of practices differed from the rows and were corrected");
    return { differences: differences.length + practices };
  },
});

import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { forgetOldConversions, rollUpDailyChanges, rollUpPracticeChanges } from "./roll-up.ts";

/** Rolls up the tables of changes, so that the overview has few rows to add up. Runs every minute. */
export const rollUpCounts = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "metrics.roll-up",
  timeoutMs: 60_000,
  async run({ db }) {
    const counts = (await rollUpDailyChanges(db)) + (await rollUpPracticeChanges(db));
    return { counts, conversions: await forgetOldConversions(db) };
  },
});

import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { forgetOldConversions, rollUpDailyChanges, rollUpPracticeChanges } from "./roll-up.ts";

/** Keeps the changes few, so that the overview is quick to add up. Every minute. */
export const rollUpCounts = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "metrics.roll-up",
  timeoutMs: 60_000,
  async run({ db }) {
    const counts = (await rollUpDailyChanges(db)) + (await rollUpPracticeChanges(db));
    return { counts, conversions: await forgetOldConversions(db) };
  },
});

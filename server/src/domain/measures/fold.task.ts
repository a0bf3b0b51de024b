import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { foldChanges, foldPractices, forgetOldConversions } from "./fold.ts";

/** Keeps the changes few, so that the overview is quick to add up. Every minute. */
export const foldCounts = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "measures.fold",
  timeoutMs: 60_000,
  async run({ db }) {
    const counts = (await foldChanges(db)) + (await foldPractices(db));
    return { counts, conversions: await forgetOldConversions(db) };
  },
});

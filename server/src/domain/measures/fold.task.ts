import { z } from "zod";
import { defineTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { foldChanges, foldPractices, forgetOldConversions } from "./fold.ts";

/** Keeps the changes few, so that the overview is quick to add up. Every minute. */
export const foldCounts = defineTask<Record<string, never>, Pick<WorkerServices, "db">>({
  name: "measures.fold",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 60_000,
  async run(_, { db }) {
    const counts = (await foldChanges(db)) + (await foldPractices(db));
    return { counts, conversions: await forgetOldConversions(db) };
  },
  async givenUp() {
    // The next minute brings the next one.
  },
});

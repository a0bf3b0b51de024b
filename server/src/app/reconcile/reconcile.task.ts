import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { reconcilePractice } from "./reconcile.ts";
import { practicesToReconcile } from "./reconcile-practices.ts";

/**
 * Compares the stored files with the rows, practice by practice. Runs every night; may run twice, and on two machines
 * at the same time.
 */
export const reconcileFiles = defineScheduledTask<Pick<WorkerServices, "db" | "log" | "storage">>({
  name: "storage.reconcile",
  attempts: 2,
  timeoutMs: 6 * 3_600_000,
  async run(services, { signal }) {
    const found = { files: 0, deleted: 0, missing: 0, failed: 0 };
    for (const practiceId of await practicesToReconcile(services)) {
      signal.throwIfAborted();
      try {
        const { files, deleted, missing } = await reconcilePractice(services, practiceId, {
          signal,
          reportMissing: (row) => services.log.error({ practiceId, ...row }, "A stored file is missing"),
        });
        found.files += files;
        found.deleted += deleted;
        found.missing += missing;
      } catch (error) {
        signal.throwIfAborted();
        // A practice that cannot be read must not prevent the others from being compared.
        found.failed += 1;
        services.log.error({ practiceId, err: error }, "Files of a practice could not be reconciled");
      }
    }
    if (found.deleted > 0) services.log.warn({ files: found.deleted }, "Deleted files without a row");
    return found;
  },
});

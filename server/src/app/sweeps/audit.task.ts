import { forgetOldSignIns } from "../../domain/accounts/index.ts";
import { forgetOldEntries } from "../../domain/audit/service.ts";
import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { deleteOldAdminActions } from "../admin/admin-actions.ts";

const batchSize = 10_000;

/** Deletes audit log entries, sign-ins and admin actions after their retention. Runs daily. */
export const sweepAuditLog = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "audit.sweep",
  timeoutMs: 10 * 60_000,
  async run({ db }, { signal }) {
    let entries = 0;
    for (const forget of [forgetOldEntries, forgetOldSignIns, deleteOldAdminActions]) {
      for (let deleted = batchSize; deleted === batchSize && !signal.aborted; entries += deleted)
        deleted = await forget(db, batchSize);
    }
    return { entries };
  },
});

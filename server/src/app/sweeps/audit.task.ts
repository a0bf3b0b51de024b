import { forgetOldSignIns } from "../../domain/accounts/index.ts";
import { forgetOldEntries } from "../../domain/audit/service.ts";
import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { deleteOldAdminActions } from "../admin/admin-actions.ts";

const atOnce = 10_000;

/** Forgets who did what, and who signed in, once it has been kept as long as promised. Every day. */
export const sweepAuditLog = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "audit.sweep",
  timeoutMs: 10 * 60_000,
  async run({ db }, { signal }) {
    let entries = 0;
    for (const forget of [forgetOldEntries, forgetOldSignIns, deleteOldAdminActions]) {
      for (let gone = atOnce; gone === atOnce && !signal.aborted; entries += gone) gone = await forget(db, atOnce);
    }
    return { entries };
  },
});

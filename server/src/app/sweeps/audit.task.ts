import { retention } from "@sheaf/contracts/limits.ts";
import { inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { forgetOldSignIns } from "../../domain/accounts/sign-in/sign-ins.ts";
import { auditLog } from "../../domain/audit/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { defineTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { forgetOldDeeds } from "../admin/deeds.ts";

const atOnce = 10_000;

/** Forgets who did what, and who signed in, once it has been kept as long as promised. Every day. */
export const sweepAuditLog = defineTask<Record<string, never>, Pick<WorkerServices, "db">>({
  name: "audit.sweep",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 10 * 60_000,
  async run(_payload, { db }, { signal }) {
    let entries = 0;
    for (const forget of [forgetOldEntries, forgetOldSignIns, forgetOldDeeds]) {
      for (let gone = atOnce; gone === atOnce && !signal.aborted; entries += gone) gone = await forget(db, atOnce);
    }
    return { entries };
  },
  async givenUp() {
    // The next day brings the next one.
  },
});

async function forgetOldEntries(db: Db, limit: number): Promise<number> {
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, sql`now() - make_interval(years => ${retention.auditYears})`))
    .limit(limit);
  const { rowCount } = await db.delete(auditLog).where(inArray(auditLog.id, old));
  return rowCount ?? 0;
}

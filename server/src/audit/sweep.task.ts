import { retention } from "@sheaf/contracts/limits.ts";
import { inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { defineTask } from "../queue/task.ts";
import type { WorkerServices } from "../services.ts";
import { auditLog } from "./table.ts";

const atOnce = 10_000;

/** Forgets who did what once it has been kept as long as promised. Every day. */
export const sweepAuditLog = defineTask<Record<string, never>, Pick<WorkerServices, "db">>({
  name: "audit.sweep",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 10 * 60_000,
  async run(_payload, { db }, { signal }) {
    const old = db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(lt(auditLog.at, sql`now() - make_interval(years => ${retention.auditYears})`))
      .limit(atOnce);
    for (let gone = atOnce; gone === atOnce && !signal.aborted; ) {
      const { rowCount } = await db.delete(auditLog).where(inArray(auditLog.id, old));
      gone = rowCount ?? 0;
    }
  },
  async givenUp() {
    // The next day brings the next one.
  },
});

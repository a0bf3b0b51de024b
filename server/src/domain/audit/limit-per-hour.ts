import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { AuditAction } from "./actions.ts";
import { auditLog } from "./table.ts";

/**
 * Limits actions that send email to an address that the user enters, so that they cannot be used to harass strangers.
 * @param what the actions in words for the error message: "test emails"
 * @throws AppError too-many-requests
 */
export async function limitPerHour(
  db: Db | Tx,
  practiceId: string,
  actions: AuditAction | AuditAction[],
  { perHour, what }: { perHour: number; what: string },
): Promise<void> {
  const lastHour = gt(auditLog.at, sql`now() - interval '1 hour'`);
  const done = and(eq(auditLog.practiceId, practiceId), lastHour, inArray(auditLog.action, [actions].flat()));
  if ((await db.$count(auditLog, done)) < perHour) return;
  throw new AppError("too-many-requests", `Your practice had ${perHour} ${what} within an hour. Try again later.`, {
    retryAfterSeconds: 600,
  });
}

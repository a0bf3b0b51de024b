import type { Db, Tx } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { auditLog } from "./table.ts";

export interface AuditEntry {
  practiceId: string;
  /** Null when nobody signed in did it: an operator's command, a task. */
  userId: string | null;
  /** "customer.created", "job.retried" … */
  action: string;
  subjectId?: string;
  /** Numbers and ids; never names, addresses or content. */
  detail?: Record<string, string | number | boolean>;
}

/** Writes down who did what; in the transaction of the deed, so that one never stands without the other. */
export async function record(tx: Db | Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ id: newId(), ...entry });
}

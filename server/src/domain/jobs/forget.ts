import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { jobs } from "./table.ts";

/** Deletes the jobs of a closed practice; their files, outputs, events and emails follow by ON DELETE CASCADE. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.practiceId, practiceId));
}

import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { jobs } from "./table.ts";

/** Jobs of a closed practice; their files, outputs, events and emails go with them by ON DELETE CASCADE. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.practiceId, practiceId));
}

import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { arrivals, uploadKeys } from "./table.ts";

/** Deletes the arrivals of a closed practice, with their items by ON DELETE CASCADE, and the keys of its uploads. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(arrivals).where(eq(arrivals.practiceId, practiceId));
  await tx.delete(uploadKeys).where(eq(uploadKeys.practiceId, practiceId));
}

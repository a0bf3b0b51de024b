import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { uploadKeys } from "./table.ts";

/** Uploads of a closed practice that are under way, and the keys of others. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(uploadKeys).where(eq(uploadKeys.practiceId, practiceId));
}

import { and, eq, inArray, or } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { JobRef } from "../../jobs/index.ts";
import { deliveries } from "../table.ts";

/**
 * Called in the transaction that erases the versions with text of a job's PDFs: emails that still wait are sent without
 * text, even if such versions are made again before.
 */
export async function sendWithoutText(tx: Tx, { practiceId, jobId }: JobRef): Promise<void> {
  const waits = or(inArray(deliveries.state, ["held", "waiting"]), eq(deliveries.awaitsSender, true));
  const ofJob = equals(deliveries, { practiceId, jobId, withText: true });
  await tx.update(deliveries).set({ withText: false }).where(and(ofJob, waits));
}

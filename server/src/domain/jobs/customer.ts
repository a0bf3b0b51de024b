import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import type { JobRef } from "./status.ts";
import { jobs } from "./table.ts";

/** Detaches a deleted customer from their jobs, which keep the name and the addresses they were made with. */
export async function forgetCustomer(tx: Tx, practiceId: string, customerId: string): Promise<void> {
  const theirs = equals(jobs, { practiceId, customerId });
  await tx.update(jobs).set({ customerId: null }).where(theirs);
}

/**
 * Replaces one of the customer's addresses in a job.
 * @returns the id of the job's customer; null when the customer was deleted meanwhile
 */
export async function correctJobAddress(
  tx: Tx,
  { practiceId, jobId }: JobRef,
  before: string,
  address: string,
): Promise<string | null> {
  const corrected = (column: typeof jobs.customerEmail | typeof jobs.customerOutputEmail) =>
    sql`case when lower(${column}) = ${before.toLowerCase()} then ${address} else ${column} end`;
  const [job] = await tx
    .update(jobs)
    .set({ customerEmail: corrected(jobs.customerEmail), customerOutputEmail: corrected(jobs.customerOutputEmail) })
    .where(equals(jobs, { practiceId, id: jobId }))
    .returning({ customerId: jobs.customerId });
  return job?.customerId ?? null;
}

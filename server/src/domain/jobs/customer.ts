import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import type { JobRef } from "./status.ts";
import { jobs } from "./table.ts";

/** A deleted customer's jobs go on, and keep the name and the addresses they were made with. */
export async function forgetCustomer(tx: Tx, practiceId: string, customerId: string): Promise<void> {
  const theirs = equals(jobs, { practiceId, customerId });
  await tx.update(jobs).set({ customerId: null }).where(theirs);
}

/**
 * Puts another address in place of one of the customer's, as the job holds them.
 * @returns the job's customer; null when they were deleted since
 */
export async function correctJobAddress(
  tx: Tx,
  { practiceId, jobId }: JobRef,
  before: string,
  address: string,
): Promise<string | null> {
  const instead = (column: typeof jobs.customerEmail | typeof jobs.customerOutputEmail) =>
    sql`case when lower(${column}) = ${before.toLowerCase()} then ${address} else ${column} end`;
  const [job] = await tx
    .update(jobs)
    .set({ customerEmail: instead(jobs.customerEmail), customerOutputEmail: instead(jobs.customerOutputEmail) })
    .where(equals(jobs, { practiceId, id: jobId }))
    .returning({ customerId: jobs.customerId });
  return job?.customerId ?? null;
}

import type { Duplicate, duplicatesInput } from "@sheaf/contracts/deliveries.ts";
import { deliveriesAccepted } from "@sheaf/contracts/delivery-states.ts";
import { and, arrayOverlaps, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { anyOf } from "../../../platform/db/any-of.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { onePlan } from "../../../platform/db/statement-names.ts";
import { customers } from "../../customers/table.ts";
import { jobFiles, outputs } from "../../jobs/table.ts";
import { deliveries } from "../table.ts";

/** Matches a container of which a file inside is in the PDF. */
const isContainerOf = and(
  eq(jobFiles.state, "unpacked"),
  sql`exists (select from ${jobFiles} inside
    where inside.practice_id = ${jobFiles.practiceId} and inside.job_id = ${jobFiles.jobId}
      and inside.id = any(${outputs.fileIds})
      and starts_with(inside.path, coalesce(${jobFiles.path}, ${jobFiles.originalName}) || ' › '))`,
);

/**
 * Finds the files that were emailed to this customer's inbox before, each with the last time. A container was emailed
 * when a file inside it was.
 * @returns an empty list for a customer of another practice
 */
export async function findDuplicates(
  db: Db | Tx,
  practiceId: string,
  { customerId, sha256 }: z.infer<typeof duplicatesInput>,
): Promise<Duplicate[]> {
  if (sha256.length === 0) return [];
  const inbox = db
    .select({ address: sql<string>`lower(coalesce(${customers.outputEmail}, ${customers.email}))` })
    .from(customers)
    .where(equals(customers, { practiceId, id: customerId }));
  const rows = await db
    .selectDistinctOn([jobFiles.sha256], {
      sha256: jobFiles.sha256,
      jobId: jobFiles.jobId,
      originalName: jobFiles.originalName,
      recipient: deliveries.recipient,
      sentAt: deliveries.sentAt,
    })
    .from(jobFiles)
    .innerJoin(
      outputs,
      and(
        equals(outputs, { practiceId: jobFiles.practiceId, jobId: jobFiles.jobId }),
        or(sql`${jobFiles.id} = any(${outputs.fileIds})`, isContainerOf),
      ),
    )
    .innerJoin(
      deliveries,
      and(
        equals(deliveries, { practiceId: outputs.practiceId, jobId: outputs.jobId }),
        arrayOverlaps(deliveries.outputIds, sql`array[${outputs.id}]`),
      ),
    )
    .where(
      and(
        sql`${onePlan} ${eq(jobFiles.practiceId, practiceId)}`,
        anyOf(jobFiles.sha256, sha256),
        inArray(deliveries.state, [...deliveriesAccepted]),
        sql`lower(${deliveries.recipient}) = (${inbox})`,
      ),
    )
    .orderBy(jobFiles.sha256, desc(deliveries.sentAt));
  return rows.flatMap(({ sentAt, ...row }) => (sentAt ? { ...row, sentAt: sentAt.toISOString() } : []));
}

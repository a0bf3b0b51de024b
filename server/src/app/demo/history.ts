import { like } from "drizzle-orm";
import { type HashCost, hashPassword } from "../../domain/accounts/index.ts";
import { signIns, users } from "../../domain/accounts/table.ts";
import { refundRequests } from "../../domain/billing/index.ts";
import { cancellations, payments, periods, plans } from "../../domain/billing/table.ts";
import { customers } from "../../domain/customers/table.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobFiles, jobs } from "../../domain/jobs/table.ts";
import { rollUpDailyChanges } from "../../domain/metrics/roll-up.ts";
import { practices } from "../../domain/practices/table.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { inventRows, type Rows, referencePrefix } from "./history-rows.ts";
import { insertInBulk } from "./insert-many.ts";

/**
 * Invents practices with 90 days of history, up to yesterday, so that the portal has something to show. Each new
 * demonstration has the same history, except for ids. Nobody can sign in as one of the invented users. Does nothing
 * when the history already exists.
 */
export async function inventHistory(db: Db, cost: HashCost, now: Date): Promise<void> {
  if ((await db.$count(payments, like(payments.reference, `${referencePrefix}%`))) > 0) return;
  const onSale = await db.select().from(plans);
  const rows = inventRows(onSale, await hashPassword(newId(), cost), now);
  await db.transaction((tx) => insertAll(tx, rows));
  await rollUpDailyChanges(db);
}

async function insertAll(tx: Tx, rows: Rows): Promise<void> {
  await tx.insert(practices).values(rows.practices);
  await tx.insert(users).values(rows.users);
  await tx.insert(customers).values(rows.customers);
  await tx.insert(payments).values(rows.payments);
  await tx.insert(periods).values(rows.periods);
  await tx.insert(cancellations).values(rows.cancellations);
  await tx.insert(refundRequests).values(rows.refunds);
  // Insert jobs in chronological order, as real ones are: a trigger counts the uploader as active from the day of the
  // job.
  const inOrder = rows.jobs.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  await insertInBulk(tx, jobs, inOrder);
  await insertInBulk(tx, jobFiles, rows.files);
  await insertInBulk(tx, signIns, rows.signIns);
  await insertInBulk(tx, deliveries, rows.deliveries);
}

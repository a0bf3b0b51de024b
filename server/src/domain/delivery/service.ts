import { and, asc, eq, sql } from "drizzle-orm";
import { anyOf } from "../../platform/db/any-of.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { deliveries } from "./table.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

export interface DeliveryRef {
  practiceId: string;
  jobId: string;
  deliveryId: string;
}

export const ofDelivery = ({ practiceId, jobId, deliveryId }: DeliveryRef) =>
  equals(deliveries, { practiceId, jobId, id: deliveryId });

/** Returns the emails of these jobs, in the order they were written. */
export async function deliveriesOf(db: Db | Tx, practiceId: string, jobIds: string[]): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(sql`${onePlan} ${and(eq(deliveries.practiceId, practiceId), anyOf(deliveries.jobId, jobIds))}`)
    .orderBy(asc(deliveries.position));
}

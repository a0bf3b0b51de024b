import { asc, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import { orders, plans } from "../table.ts";
import { isUnclaimed } from "./claim-links.ts";

/** An order that an administrator has to look into. */
export interface WaitingOrder {
  id: string;
  /** The visitor's address; null when a practice ordered. */
  email: string | null;
  practiceId: string | null;
  practiceName: string | null;
  planName: string;
  duePence: number;
  state: (typeof orders.$inferSelect)["state"];
  payPalOrderId: string;
  createdAt: Date;
}

/** Lists visitors' payments that no practice has claimed, oldest first, for the operator. */
export const unclaimedOrders = (db: Db): Promise<WaitingOrder[]> => waiting(db).where(isUnclaimed);

/** Lists orders for which PayPal captured another amount or currency than ordered, oldest first, for the operator. */
export const mismatchedOrders = (db: Db): Promise<WaitingOrder[]> => waiting(db).where(eq(orders.state, "mismatch"));

const waiting = (db: Db) =>
  db
    .select({
      id: orders.id,
      email: orders.guestEmail,
      planName: plans.name,
      practiceId: orders.practiceId,
      practiceName: practices.name,
      duePence: orders.duePence,
      state: orders.state,
      payPalOrderId: orders.payPalId,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.planId))
    .leftJoin(practices, eq(practices.id, orders.practiceId))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .$dynamic();

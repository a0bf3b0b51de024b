import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import type { OpenRefund } from "@sheaf/contracts/refunds.ts";
import { and, eq, inArray } from "drizzle-orm";
import { users } from "../../../domain/accounts/table.ts";
import {
  mismatchedOrders,
  openDifferences,
  openRefunds,
  refundRequests,
  unclaimedOrders,
  type WaitingOrder,
} from "../../../domain/billing/index.ts";
import { payments } from "../../../domain/billing/table.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";

/** GET /api/admin/money: everything that an administrator has to check. Of practices only the names are returned. */
export async function getWaitingMoney(db: Db): Promise<WaitingMoney> {
  const [refunds, differences, unclaimed, mismatched] = await Promise.all([
    openRefunds(db),
    openDifferences(db),
    unclaimedOrders(db),
    mismatchedOrders(db),
  ]);
  const payerOf = await namePayers(db, [
    ...refunds.map(({ practice }) => practice.id),
    ...[...differences, ...mismatched].map(({ practiceId }) => practiceId),
  ]);
  const refundStateOf = await refundStates(db, refunds);
  return {
    refunds: refunds.map((request) => ({
      ...request,
      ...refundStateOf(request.id),
      practice: { ...request.practice, ownerId: payerOf(request.practice.id, request.practice.name)?.ownerId ?? null },
    })),
    differences: differences.map(({ practiceId, practiceName, ...difference }) => ({
      ...withIsoTimes(difference),
      practice: payerOf(practiceId, practiceName),
    })),
    unclaimed: unclaimed.map((order) => ({
      ...describeOrder(order),
      state: order.state === "pending" ? ("pending" as const) : ("completed" as const),
    })),
    mismatched: mismatched.map((order) => ({
      ...describeOrder(order),
      practice: payerOf(order.practiceId, order.practiceName),
    })),
  };
}

function describeOrder({ id, planName, duePence, payPalOrderId, email, createdAt }: WaitingOrder) {
  return { id, planName, duePence, payPalOrderId, email, createdAt: createdAt.toISOString() };
}

type Payer = NonNullable<WaitingMoney["mismatched"][number]["practice"]>;

/**
 * Returns the names of practices, each with its owner, whose page the portal links to. A deleted practice keeps its
 * name but has no owner.
 */
async function namePayers(
  db: Db,
  practiceIds: (string | null)[],
): Promise<(id: string | null, name: string | null) => Payer | null> {
  const known = [...new Set(practiceIds.filter((id) => id !== null))];
  const owners = await db
    .select({ id: users.id, practiceId: users.practiceId })
    .from(users)
    .where(and(inArray(users.practiceId, known), eq(users.role, "owner")));
  const ownerOf = new Map(owners.map(({ id, practiceId }) => [practiceId, id]));
  return (id, name) => (id === null || name === null ? null : { id, name, ownerId: ownerOf.get(id) ?? null });
}

/** Returns for each request whether the refund is made by bank transfer, and whether it is being paid. */
async function refundStates(
  db: Db,
  refunds: OpenRefund[],
): Promise<(requestId: string) => { byTransfer: boolean; paying: boolean }> {
  const rows = await db
    .select({ id: refundRequests.id, method: payments.method, payingSince: refundRequests.payingSince })
    .from(refundRequests)
    .innerJoin(
      payments,
      and(eq(payments.practiceId, refundRequests.practiceId), eq(payments.id, refundRequests.paymentId)),
    )
    .where(
      inArray(
        refundRequests.id,
        refunds.map(({ id }) => id),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (requestId) => {
    const { method, payingSince } = byId.get(requestId) ?? { method: "paypal", payingSince: null };
    return { byTransfer: method === "manual", paying: payingSince !== null };
  };
}

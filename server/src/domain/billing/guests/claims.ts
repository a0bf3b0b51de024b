import { hash } from "node:crypto";
import type { Claim } from "@sheaf/contracts/orders.ts";
import { asc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { type Actor, record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { followUp } from "../orders/follow-up.ts";
import type { OrderRow, OrderServices } from "../orders/order.ts";
import { withPlan } from "../orders/orders.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { enterPaymentOnce } from "../orders/settle.ts";
import type { PlanRow } from "../periods/periods.ts";
import { orders } from "../table.ts";
import { guestPayments } from "./table.ts";

/**
 * Returns what a claim link is for. If the order is not paid yet, its state is first requested from PayPal.
 * @throws AppError claim-invalid
 */
export async function checkClaim(services: OrderServices, token: string): Promise<Claim> {
  const { config, db, log } = services;
  const { order } = await findClaim(db, token);
  if (config.payPal && order.practiceId === null && (order.state === "created" || order.state === "pending")) {
    const orderId = order.id;
    // If PayPal does not answer, the state in our database is used.
    await followUp(services, { orderId }).catch(() =>
      log.warn({ orderId }, "PayPal could not be asked about an order"),
    );
  }
  return describe(await findClaim(db, token));
}

/**
 * Gives the paid order to the owner's practice.
 * @throws AppError claim-invalid
 */
export async function claimForPractice(services: OrderServices, actor: Actor, token: string): Promise<Claim> {
  await checkClaim(services, token);
  return services.db.transaction(async (tx) => {
    await lockPractice(tx, actor.practiceId);
    return claimIn(tx, actor, token);
  });
}

/**
 * Gives the order to the practice. If several requests use the same token, one succeeds. A completed payment is entered
 * into the ledger and buys its 30 days now; a payment that PayPal still holds buys them when PayPal releases it. The
 * caller holds `lockPractice`, or has created the practice in this transaction.
 * @throws AppError claim-invalid
 */
export async function claimIn(tx: Tx, actor: Actor, token: string): Promise<Claim> {
  const { practiceId } = actor;
  const found = await findClaim(tx, token, { lock: true });
  const { order, plan } = found;
  const claimed = describe(found);
  await tx.update(orders).set({ practiceId, claimedAt: sql`now()`, claimSealed: null }).where(eq(orders.id, order.id));
  await record(tx, { ...actor, action: "payment.claimed", detail: { plan: plan.slug } });
  if (order.state === "completed") await enterMoney(tx, practiceId, order);
  await announce(tx, practiceId, { type: "subscription" });
  return claimed;
}

async function enterMoney(tx: Tx, practiceId: string, order: OrderRow): Promise<void> {
  const [paid, ...returns] = await tx
    .select()
    .from(guestPayments)
    .where(eq(guestPayments.orderId, order.id))
    .orderBy(asc(guestPayments.recordedAt), asc(guestPayments.id));
  if (!paid) throw new Error("A paid order has no payment");
  const payment = await enterPaymentOnce(tx, practiceId, order, paid.reference);
  for (const { reference, amountPence } of returns) await recordRefund(tx, payment, reference, -amountPence);
}

interface Found {
  order: OrderRow;
  plan: PlanRow;
}

/** @throws AppError claim-invalid */
async function findClaim(db: Db | Tx, token: string, { lock = false } = {}): Promise<Found> {
  const query = withPlan(db).where(eq(orders.claimHash, hash("sha256", token)));
  const [found] = await (lock ? query.for("update", { of: orders }) : query);
  if (found) return found;
  throw invalid("It is incomplete, or a newer one was made. Open the newest link again, or sign up without it.");
}

/** @throws AppError claim-invalid for an order that cannot be claimed */
function describe({ order, plan }: Found): Claim {
  const { practiceId, state, guestEmail, duePence } = order;
  if (practiceId !== null) {
    throw invalid("The payment was added to a practice already. Sign in there, or sign up without it.");
  }
  switch (state) {
    case "created":
    case "denied":
      throw invalid("Nothing was paid with it so far. Sign up without it and choose a plan afterwards.");
    case "refunded":
      throw invalid("The payment went back to who paid it. Sign up without it and choose a plan afterwards.");
    case "mismatch":
      throw invalid("Another amount arrived than was ordered, and we look into it. Sign up without it meanwhile.");
    case "completed":
    case "pending":
      return {
        planName: plan.name,
        planSlug: plan.slug,
        paidPence: duePence,
        email: guestEmail ?? "",
        state: state === "completed" ? "open" : "waiting",
      };
  }
}

const invalid = (why: string) => new AppError("claim-invalid", why);

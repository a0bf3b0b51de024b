import { hash } from "node:crypto";
import type { GuestOrder, Order } from "@sheaf/contracts/orders.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { payPalOf } from "../../../platform/paypal/paypal-client.ts";
import { attemptOf, settleAttempt } from "../../accounts/index.ts";
import type { OrderServices } from "../orders/order.ts";
import { captureAtPayPal, createAtPayPal, orderNotFound, withPlan } from "../orders/orders.ts";
import { nextPeriod } from "../periods/arithmetic.ts";
import { planForSale } from "../subscription.ts";
import { orders } from "../table.ts";
import { newClaim } from "./claim-links.ts";

/**
 * Creates an order for a visitor without a practice: 30 days at the plan's price. The visitor claims it by registering
 * with its token.
 * @param place.address IP address of the request; every call counts as an attempt
 * @throws AppError too-many-attempts, online-payment-off, not-found, payment-unconfirmed
 */
export async function createGuestOrder(
  services: OrderServices,
  { plan: planSlug, email }: { plan: string; email: string },
  place: { address: string },
): Promise<GuestOrder> {
  const { db, key } = services;
  payPalOf(services.config);
  const plan = await planForSale(db, planSlug);
  await settleAttempt(db, attemptOf("guest-order", { typed: email }, place), false);
  const id = newId();
  const duePence = plan.pricePence;
  const { payPalId, approveUrl } = await createAtPayPal(services, { id, plan, duePence, buys: "period" });
  const claim = newClaim(key, id);
  await db.insert(orders).values({
    id,
    planId: plan.id,
    buys: "period",
    creditPence: 0,
    duePence,
    payPalId,
    guestEmail: email,
    ...claim.columns,
    paidUntil: nextPeriod(await databaseNow(db), null).endsAt,
  });
  const order = { id, state: "created" as const, planSlug: plan.slug, duePence, payPalOrderId: payPalId, approveUrl };
  return { ...order, claimToken: claim.token };
}

/**
 * Like `captureOrder`, for the holder of the claim token.
 * @throws AppError order-not-found, and the errors of `captureOrder`
 */
export async function captureGuestOrder(services: OrderServices, id: string, claimToken: string): Promise<Order> {
  payPalOf(services.config);
  const held = equals(orders, { id, claimHash: hash("sha256", claimToken) });
  const [found] = await withPlan(services.db).where(held);
  if (!found) throw orderNotFound();
  return captureAtPayPal(services, found);
}

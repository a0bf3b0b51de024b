import type { Order } from "@sheaf/contracts/orders.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { siteOf } from "../../../platform/http/site.ts";
import { newId } from "../../../platform/ids.ts";
import { payPalOf, translatePayPalErrors } from "../../../platform/paypal/paypal-client.ts";
import type { PlanRow } from "../periods/periods.ts";
import { planForSale } from "../subscription.ts";
import { orders, plans } from "../table.ts";
import type { OrderRow, OrderServices } from "./order.ts";
import { priceOf } from "./purchase.ts";
import { settle } from "./settle.ts";

/**
 * Creates an order at the current price, for the payer to approve at PayPal.
 * @throws AppError online-payment-off, not-found, nothing-to-pay, payment-unconfirmed
 */
export async function createOrder(services: OrderServices, practiceId: string, planSlug: string): Promise<Order> {
  const { db } = services;
  payPalOf(services.config);
  const plan = await planForSale(db, planSlug);
  const price = await priceOf(db, practiceId, plan);
  const duePence = price.pricePence - price.creditPence;
  if (duePence === 0) throw new AppError("nothing-to-pay", "Your credit covers this in full.");
  const id = newId();
  const { payPalId, approveUrl } = await createAtPayPal(services, { id, plan, duePence, buys: price.buys });
  await db.insert(orders).values({
    id,
    practiceId,
    planId: plan.id,
    buys: price.buys,
    creditPence: price.creditPence,
    duePence,
    paidUntil: price.endsAt,
    payPalId,
  });
  return { id, state: "created", planSlug: plan.slug, duePence, payPalOrderId: payPalId, approveUrl };
}

/**
 * Captures an order that the payer approved, and gives what it buys; once, even if several processes do so at the same
 * time.
 * @throws AppError order-not-found, not-approved, payment-declined, payment-unconfirmed
 */
export async function captureOrder(services: OrderServices, practiceId: string, id: string): Promise<Order> {
  payPalOf(services.config);
  const [found] = await withPlan(services.db).where(equals(orders, { practiceId, id }));
  if (!found) throw orderNotFound();
  return captureAtPayPal(services, found);
}

export const orderNotFound = () =>
  new AppError("order-not-found", "There is no such order. Choose a plan to begin again.");

export const withPlan = (db: Db) =>
  db.select({ order: orders, plan: plans }).from(orders).innerJoin(plans, eq(plans.id, orders.planId));

/** @throws AppError online-payment-off, payment-unconfirmed */
export async function createAtPayPal(
  services: OrderServices,
  { id, plan, duePence, buys }: Pick<OrderRow, "id" | "duePence" | "buys"> & { plan: PlanRow },
): Promise<{ payPalId: string; approveUrl: string | null }> {
  const { config } = services;
  const payPal = payPalOf(config);
  const page = `${siteOf(config)}/subscribe?plan=${plan.slug}`;
  const description = buys === "upgrade" ? `Upgrade to ${plan.name}` : `${plan.name}: 30 days`;
  const made = await translatePayPalErrors(services, () =>
    payPal.create({
      id,
      duePence,
      brand: config.companyName,
      description,
      returnUrl: `${page}&order=${id}`,
      cancelUrl: page,
    }),
  );
  const approve = made.links.find(({ rel }) => rel === "approve" || rel === "payer-action");
  return { payPalId: made.id, approveUrl: approve?.href ?? null };
}

/** @throws AppError online-payment-off, not-approved, payment-declined, payment-unconfirmed */
export async function captureAtPayPal(
  services: OrderServices,
  { order, plan }: { order: OrderRow; plan: PlanRow },
): Promise<Order> {
  const payPal = payPalOf(services.config);
  const { id, payPalId, duePence } = order;
  const seen = await translatePayPalErrors(services, async () => {
    await payPal.capture(payPalId, id);
    return payPal.get(payPalId);
  });
  const { state } = (await settle(services, seen)) ?? order;
  return { id, state, planSlug: plan.slug, duePence, payPalOrderId: payPalId, approveUrl: null };
}

import type { Order } from "@sheaf/contracts/orders.ts";
import { and, eq, sql } from "drizzle-orm";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Services } from "../services.ts";
import type { PayPal, PayPalOrder } from "./paypal.ts";
import { PayPalError } from "./paypal-call.ts";
import { payPalOf } from "./paypal-client.ts";
import { priceOf } from "./purchase.ts";
import { settle } from "./settle.ts";
import { planForSale } from "./subscription.ts";
import { orders, plans } from "./table.ts";

type Needs = Pick<Services, "config" | "db" | "log">;

/**
 * An order at the price of this moment, for its payer to approve at PayPal.
 * @throws AppError online-payment-off, not-found, nothing-to-pay, payment-unconfirmed
 */
export async function createOrder(services: Needs, practiceId: string, planSlug: string): Promise<Order> {
  const { config, db } = services;
  const payPal = payPalOf(config);
  const plan = await planForSale(db, planSlug);
  const price = await priceOf(db, practiceId, plan);
  const duePence = price.pricePence - price.creditPence;
  if (duePence === 0) throw new AppError("nothing-to-pay", "Your credit pays this in full.");
  const id = newId();
  const site = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, "");
  const back = `${site}/subscribe?plan=${plan.slug}&order=${id}`;
  const made = await answered(services, () =>
    payPal.create({
      ...{ id, duePence, brand: config.companyName, description: `${plan.name}: 30 days` },
      ...{ returnUrl: back, cancelUrl: `${site}/subscribe?plan=${plan.slug}` },
    }),
  );
  await db.insert(orders).values({
    ...{ id, practiceId, planId: plan.id, buys: price.buys, creditPence: price.creditPence, duePence },
    ...{ paidUntil: price.endsAt, payPalId: made.id },
  });
  return { id, state: "created", planSlug: plan.slug, duePence, payPalOrderId: made.id, approveUrl: approvalOf(made) };
}

/**
 * Takes the money of an order that its payer approved, and gives what it buys; once, whoever else does the same at this moment.
 * @throws AppError order-not-found, not-approved, payment-declined, payment-unconfirmed
 */
export async function captureOrder(services: Needs, practiceId: string, id: string): Promise<Order> {
  const { config, db } = services;
  const payPal = payPalOf(config);
  const [found] = await db
    .select({ order: orders, planSlug: plans.slug })
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.planId))
    .where(and(eq(orders.practiceId, practiceId), eq(orders.id, id)));
  if (!found) throw new AppError("order-not-found", "There is no such order. Choose a plan to begin again.");
  const { order, planSlug } = found;
  const seen = await answered(services, async () => {
    await payPal.capture(order.payPalId, order.id);
    return payPal.get(order.payPalId);
  });
  const settled = (await settle(db, seen)) ?? order;
  if (settled.state === "mismatch") warn(services, id);
  return {
    id,
    state: settled.state,
    planSlug,
    duePence: order.duePence,
    payPalOrderId: order.payPalId,
    approveUrl: null,
  };
}

/** Whether a notice comes from PayPal. @throws AppError online-payment-off, payment-unconfirmed */
export async function isGenuine(services: Needs, headers: Parameters<PayPal["verify"]>[0], body: Buffer) {
  const payPal = payPalOf(services.config);
  return answered(services, () => payPal.verify(headers, body));
}

/** How a notice names the order that it is about. */
export interface OrderRef {
  /** PayPal's name. */
  payPalId?: string | undefined;
  /** Our name. */
  orderId?: string | undefined;
  captureId?: string | undefined;
}

/**
 * After a verified notice PayPal is asked what holds now. An order whose payer approved it and went away is captured.
 * @throws AppError payment-unconfirmed: then PayPal sends its notice again
 */
export async function followUp(services: Needs, ref: OrderRef): Promise<void> {
  const payPal = payPalOf(services.config);
  const known = await answered(services, () => findOrder(services, payPal, ref));
  if (!known) return;
  const { id, payPalId } = known;
  const seen = await answered(services, async () => {
    const now = await payPal.get(payPalId);
    if (now.status !== "APPROVED") return now;
    await payPal.capture(payPalId, id).catch(unlessDeclined);
    return payPal.get(payPalId);
  });
  const settled = await settle(services.db, seen);
  if (settled?.state === "mismatch") warn(services, id);
}

async function findOrder({ db }: Needs, payPal: PayPal, { payPalId, orderId, captureId }: OrderRef) {
  const name = payPalId ?? (orderId || !captureId ? undefined : await payPal.orderOf(captureId));
  if (!name && !orderId) return undefined;
  const [row] = await db
    .select()
    .from(orders)
    .where(name ? eq(orders.payPalId, name) : eq(sql`${orders.id}::text`, orderId));
  return row;
}

/** Nobody is there who could choose another card; the order waits for its payer. */
function unlessDeclined(error: unknown): void {
  if (!(error instanceof PayPalError) || error.status !== 422) throw error;
}

const warn = ({ log }: Needs, orderId: string) =>
  log.error({ orderId }, "PayPal captured another amount or currency than was ordered");

const approvalOf = ({ links }: PayPalOrder) =>
  links.find(({ rel }) => rel === "approve" || rel === "payer-action")?.href ?? null;

async function answered<T>({ log }: Needs, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.issue === "ORDER_NOT_APPROVED") {
      throw new AppError("not-approved", "The payment was not approved at PayPal yet. Approve it there first.");
    }
    if (error.issue === "INSTRUMENT_DECLINED") {
      throw new AppError("payment-declined", "PayPal declined this way to pay. Choose another card or account.");
    }
    log.warn({ status: error.status, issue: error.issue }, "PayPal did not do what it was asked");
    throw new AppError(
      "payment-unconfirmed",
      "PayPal did not answer as it should. If you approved the payment, it is taken as soon as PayPal confirms it; it is never taken twice.",
      { cause: error },
    );
  }
}

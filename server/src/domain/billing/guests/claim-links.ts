import { hash, randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Config } from "../../../platform/config/config.ts";
import { openText, sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { siteOf } from "../../../platform/http/site.ts";
import { pounds } from "../../../platform/paypal/paypal-money.ts";
import { sendAccountEmail } from "../../account-emails/send.ts";
import type { OrderRow, OrderServices } from "../orders/order.ts";
import { orders, plans } from "../table.ts";

const tokenBytes = 32;

const sealContext = (orderId: string) => `claim:${orderId}`;

/**
 * Creates the token that claims an order. The order keeps its hash; the token itself is stored only encrypted, and only
 * until it is emailed.
 */
export function newClaim(key: Buffer, orderId: string) {
  const token = randomBytes(tokenBytes).toString("base64url");
  return {
    token,
    columns: { claimHash: hash("sha256", token), claimSealed: sealText(key, sealContext(orderId), token) },
  };
}

/** Returns the address of the page where a payment is claimed, by signing up or signing in. */
export const claimLink = (config: Pick<Config, "publicUrl" | "port">, token: string) =>
  `${siteOf(config)}/auth?payment=success&claim=${token}`;

/**
 * Emails the claim link, in case the payer has closed the browser. It is sent once: the encrypted token is deleted
 * here.
 */
export async function sendClaimLink(tx: Tx, services: OrderServices, row: OrderRow): Promise<void> {
  const { id, planId, guestEmail: recipient, claimSealed, duePence } = row;
  if (!claimSealed || !recipient) return;
  await tx.update(orders).set({ claimSealed: null }).where(eq(orders.id, id));
  const token = openText(services.key, sealContext(id), claimSealed);
  if (token === undefined) {
    services.log.error(
      { orderId: id },
      "A claim link could not be decrypted. Check whether the installation's key was changed",
    );
    return;
  }
  const [plan] = await tx.select({ name: plans.name }).from(plans).where(eq(plans.id, planId));
  const facts = { link: claimLink(services.config, token), planName: plan?.name ?? "", paid: `£${pounds(duePence)}` };
  await sendAccountEmail(tx, services, { practiceId: null, recipient, template: "claim", facts });
}

/** Matches orders that are paid, or whose payment is pending, and that belong to no practice. */
export const isUnclaimed = and(isNull(orders.practiceId), inArray(orders.state, ["completed", "pending"]));

/**
 * Creates new claim links for the operator to hand out; the earlier ones stop working.
 * @param email the address given with the payment; its case is ignored
 */
export async function renewClaims(db: Db, email: string): Promise<{ token: string; planName: string }[]> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: orders.id, planName: plans.name })
      .from(orders)
      .innerJoin(plans, eq(plans.id, orders.planId))
      .where(and(isUnclaimed, eq(sql`lower(${orders.guestEmail})`, email.toLowerCase())))
      .for("update", { of: orders });
    const renewed = [];
    for (const { id, planName } of found) {
      const token = randomBytes(tokenBytes).toString("base64url");
      await tx
        .update(orders)
        .set({ claimHash: hash("sha256", token), claimSealed: null })
        .where(eq(orders.id, id));
      renewed.push({ token, planName });
    }
    return renewed;
  });
}

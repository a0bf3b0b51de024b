import { and, eq, inArray, or } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { announce } from "../events/events.ts";
import { newId } from "../ids.ts";
import type { ProviderEvent } from "../mail/events/provider-event.ts";
import { quoted } from "./quoted.ts";
import type { DeliveryRow } from "./service.ts";
import { suppress } from "./suppressions.ts";
import { deliveries, deliveryEvents } from "./table.ts";

/**
 * Writes down what a provider says and brings the emails to what all that was said adds up to. Events may come in any order,
 * repeatedly, before their email is written down as sent, or long after. Those of emails that nobody here knows are passed over.
 */
export async function applyEvents(db: Db, provider: string, events: ProviderEvent[]): Promise<void> {
  const byEmail = Map.groupBy(events, ({ deliveryId, providerMessageId }) => deliveryId ?? providerMessageId ?? "");
  for (const some of byEmail.values()) await db.transaction((tx) => applyToOne(tx, provider, some));
}

/** @param events of the same email */
async function applyToOne(tx: Tx, provider: string, events: ProviderEvent[]): Promise<void> {
  const [first] = events;
  const email = first && (await emailOf(tx, provider, first));
  if (!email) return;
  const { practiceId, id: deliveryId } = email;
  const rows = events.map(({ key, kind, words, at, providerMessageId }) => ({
    ...{ id: newId(), practiceId, deliveryId, provider, eventKey: key, providerMessageId, kind, at },
    words: words?.slice(0, 1_000) ?? null,
  }));
  const added = await tx.insert(deliveryEvents).values(rows).onConflictDoNothing().returning();
  if (added.length === 0) return;
  for (const { kind, words } of added) {
    if (kind !== "bounced" && kind !== "complained") continue;
    const message = words ? quoted(words) : "No reason was given.";
    await suppress(tx, practiceId, { address: email.recipient, reason: kind, message });
  }
  await settleByEvents(tx, email);
}

/** Locks the email, so that two notices about it come one after the other. */
async function emailOf(tx: Tx, provider: string, event: ProviderEvent): Promise<DeliveryRow | undefined> {
  const { deliveryId, providerMessageId } = event;
  const isId = deliveryId !== null && /^[0-9a-f-]{36}$/i.test(deliveryId);
  const named = [
    ...(isId ? [eq(deliveries.id, deliveryId)] : []),
    ...(providerMessageId
      ? [and(eq(deliveries.provider, provider), eq(deliveries.providerMessageId, providerMessageId))]
      : []),
  ];
  if (named.length === 0) return undefined;
  const [email] = await tx
    .select()
    .from(deliveries)
    .where(or(...named))
    .for("update");
  return email;
}

/** States that a provider's word may change. What is being handed over right now is asked again when that has ended. */
const changeable = ["waiting", "unconfirmed", "sent", "delivered", "bounced", "complained"] as const;

/**
 * The state that everything said about an email adds up to, whatever its order: a complaint outweighs a bounce, a bounce a
 * delivery. Called with every event, and when a handing over has been settled.
 */
export async function settleByEvents(tx: Tx, email: DeliveryRow): Promise<void> {
  const said = await tx
    .select()
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.practiceId, email.practiceId), eq(deliveryEvents.deliveryId, email.id)));
  const last = (...kinds: (typeof deliveryEvents.$inferSelect)["kind"][]) =>
    said.filter(({ kind, provider }) => kinds.includes(kind) && provider !== "sheaf").sort((a, b) => +b.at - +a.at)[0];
  const complaint = last("complained");
  const bounce = last("bounced", "dropped");
  const delivery = last("delivered");
  const accepted = last("accepted", "deferred");
  const worst = complaint ?? bounce ?? delivery ?? accepted;
  if (!worst) return;
  const state = complaint ? "complained" : bounce ? "bounced" : delivery ? "delivered" : "sent";
  // That a provider took it settles a doubt, and changes nothing else.
  if (state === "sent" && email.state !== "unconfirmed" && email.state !== "waiting") return;
  const message = complaint
    ? "Whoever reads this inbox reported the email as unwanted."
    : bounce
      ? `The inbox sent it back: ${quoted(bounce.words ?? "no reason given")}`
      : null;
  const changed = await tx
    .update(deliveries)
    .set({
      ...{ state, message, nextTryAt: null },
      deliveredAt: delivery?.at ?? null,
      sentAt: email.sentAt ?? worst.at,
    })
    .where(and(eq(deliveries.id, email.id), inArray(deliveries.state, [...changeable])))
    .returning({ id: deliveries.id });
  if (changed.length > 0) await announce(tx, email.practiceId, { type: "job", id: email.jobId });
}

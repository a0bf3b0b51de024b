import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { ProviderEvent } from "../../../platform/mail/events/provider-event.ts";
import type { DeliveryRow } from "../service.ts";
import { deliveries, deliveryEvents } from "../table.ts";
import { explained, quoted } from "./quoted.ts";
import { suppress } from "./suppressions.ts";

type EventRow = typeof deliveryEvents.$inferSelect;

/**
 * Stores a provider's events and updates each email to the state that all its events add up to. Events may come in any
 * order, repeatedly, before their email is recorded as sent, or long after. Events of unknown emails are ignored.
 */
export async function applyEvents(db: Db, provider: string, events: ProviderEvent[]): Promise<void> {
  const clean = events.map(withoutNul);
  for (let from = 0; from < clean.length; from += batchSize) {
    await db.transaction((tx) => applySome(tx, provider, clean.slice(from, from + batchSize)));
  }
}

/**
 * Removes NUL, which text columns reject: one in a foreign mail server's words must not block the other events of a
 * notice.
 */
function withoutNul(event: ProviderEvent): ProviderEvent {
  const cut = (text: string | null) => text?.replaceAll("\0", "") ?? null;
  const { key, words, providerMessageId } = event;
  return { ...event, key: cut(key) ?? "", words: cut(words), providerMessageId: cut(providerMessageId) };
}

/** Events per transaction: well below the parameter limit of one statement. */
const batchSize = 1_000;

async function applySome(tx: Tx, provider: string, events: ProviderEvent[]): Promise<void> {
  const emails = await lockEmails(tx, provider, events);
  const added = await storeEvents(tx, provider, events, emails);
  for (const { event, email } of added) await suppressAfter(tx, event, email);
  const affected = new Map(added.map(({ email }) => [email.id, email]));
  await settleByEvents(tx, [...affected.values()]);
}

/** Locks the emails in the order of their ids, so that two notices at once cannot deadlock. */
async function lockEmails(tx: Tx, provider: string, events: ProviderEvent[]): Promise<DeliveryRow[]> {
  const ids = events.flatMap(({ deliveryId }) => (deliveryId && isUuid(deliveryId) ? deliveryId : []));
  const names = events.flatMap(({ deliveryId, providerMessageId }) => (deliveryId ? [] : (providerMessageId ?? [])));
  return tx
    .select()
    .from(deliveries)
    .where(
      or(
        inArray(deliveries.id, [...new Set(ids)]),
        and(eq(deliveries.provider, provider), inArray(deliveries.providerMessageId, [...new Set(names)])),
      ),
    )
    .orderBy(asc(deliveries.id))
    .for("update");
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** @returns the events that were not stored before */
async function storeEvents(
  tx: Tx,
  provider: string,
  events: ProviderEvent[],
  emails: DeliveryRow[],
): Promise<{ event: EventRow; email: DeliveryRow }[]> {
  const byId = new Map(emails.map((email) => [email.id, email]));
  const byName = new Map(emails.map((email) => [email.providerMessageId, email]));
  const rows = events.flatMap(({ key, kind, words, at, deliveryId, providerMessageId }) => {
    const email = deliveryId ? byId.get(deliveryId.toLowerCase()) : byName.get(providerMessageId);
    if (!email) return [];
    return {
      id: newId(),
      practiceId: email.practiceId,
      deliveryId: email.id,
      provider,
      eventKey: key,
      providerMessageId,
      kind,
      at,
      words: words?.slice(0, 1_000) ?? null,
    };
  });
  if (rows.length === 0) return [];
  const added = await tx.insert(deliveryEvents).values(rows).onConflictDoNothing().returning();
  return added.flatMap((event) => {
    const email = byId.get(event.deliveryId ?? "");
    return email ? { event, email } : [];
  });
}

async function suppressAfter(tx: Tx, { kind, words }: EventRow, { practiceId, recipient }: DeliveryRow): Promise<void> {
  if (kind !== "bounced" && kind !== "complained") return;
  const message = words ? quoted(words) : "No reason was given.";
  await suppress(tx, practiceId, { address: recipient, reason: kind, message });
}

/** States that an event may change. An email that is being handed over is updated when the hand-over has ended. */
const changeable: readonly DeliveryRow["state"][] = [
  "waiting",
  "unconfirmed",
  "sent",
  "delivered",
  "bounced",
  "complained",
];

/** Updates emails to the state that all their events add up to. Called after every event and after every hand-over. */
export async function settleByEvents(tx: Tx, emails: DeliveryRow[]): Promise<void> {
  const open = emails.filter(({ state }) => changeable.includes(state));
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const events = await tx.select().from(deliveryEvents).where(inArray(deliveryEvents.deliveryId, ids));
  const byEmail = Map.groupBy(events, ({ deliveryId }) => deliveryId);
  for (const email of open) {
    const next = combine(byEmail.get(email.id) ?? [], email);
    if (!next || isSame(next, email)) continue;
    await tx.update(deliveries).set(next).where(eq(deliveries.id, email.id));
    await announce(tx, email.practiceId, { type: "job", id: email.jobId });
  }
}

type EventResult = Pick<DeliveryRow, "state" | "message" | "deliveredAt" | "sentAt" | "nextTryAt">;

/**
 * Combines the events of an email regardless of their order: a complaint outranks a bounce, a bounce outranks a
 * delivery, and a delivery outranks a return, which may be an automatic reply.
 * @returns null when the events change nothing
 */
function combine(events: EventRow[], email: DeliveryRow): EventResult | null {
  const last = (...kinds: EventRow["kind"][]) =>
    events
      .filter(({ kind, provider }) => kinds.includes(kind) && provider !== "sheaf")
      .sort((one, other) => other.at.getTime() - one.at.getTime() || one.eventKey.localeCompare(other.eventKey))[0];
  const complaint = last("complained");
  const delivery = last("delivered");
  const bounce = delivery ? last("bounced", "dropped") : last("bounced", "dropped", "returned");
  const worst = complaint ?? bounce ?? delivery ?? last("accepted", "deferred");
  if (!worst) return null;
  const base = { deliveredAt: delivery?.at ?? null, sentAt: email.sentAt ?? worst.at, nextTryAt: null };
  if (complaint) {
    return { ...base, state: "complained", message: "Whoever reads this inbox reported the email as unwanted." };
  }
  if (bounce) {
    const words = bounce.words ?? "no reason was given";
    return {
      ...base,
      state: "bounced",
      message: explained(bounce.kind === "dropped" ? "It did not arrive" : "The inbox sent it back", words),
    };
  }
  if (delivery) return { ...base, state: "delivered", message: null };
  // Acceptance by the provider settles an unconfirmed email. Otherwise only the message about a deferral changes.
  const deferral = last("deferred");
  const message = deferral && explained("The inbox put it off for now", deferral.words ?? "no reason was given");
  const settles = email.state === "unconfirmed" || email.state === "waiting";
  return settles || (email.state === "sent" && message) ? { ...base, state: "sent", message: message ?? null } : null;
}

function isSame(next: EventResult, email: DeliveryRow): boolean {
  return (
    next.state === email.state &&
    next.message === email.message &&
    next.deliveredAt?.getTime() === email.deliveredAt?.getTime()
  );
}

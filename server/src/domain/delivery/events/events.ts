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
 * Writes down what a provider says and brings the emails to what all that was said adds up to. Events may come in any
 * order, repeatedly, before their email is written down as sent, or long after. Those of emails that nobody here knows
 * are passed over.
 */
export async function applyEvents(db: Db, provider: string, events: ProviderEvent[]): Promise<void> {
  const clean = events.map(withoutNul);
  for (let from = 0; from < clean.length; from += atOnce) {
    await db.transaction((tx) => applySome(tx, provider, clean.slice(from, from + atOnce)));
  }
}

/** No text column takes a NUL, and one that a stranger's mail server said must not keep out everybody else's events. */
function withoutNul(event: ProviderEvent): ProviderEvent {
  const cut = (text: string | null) => text?.replaceAll("\0", "") ?? null;
  const { key, words, providerMessageId } = event;
  return { ...event, key: cut(key) ?? "", words: cut(words), providerMessageId: cut(providerMessageId) };
}

/** Well below what one statement may carry. */
const atOnce = 1_000;

async function applySome(tx: Tx, provider: string, events: ProviderEvent[]): Promise<void> {
  const emails = await lockEmails(tx, provider, events);
  const added = await writeDown(tx, provider, events, emails);
  for (const { event, email } of added) await suppressAfter(tx, event, email);
  const spokenOf = new Map(added.map(({ email }) => [email.id, email]));
  await settleByEvents(tx, [...spokenOf.values()]);
}

/** In the order of their ids, so that two notices at once never wait for each other in a circle. */
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

/** @returns what had not been said before */
async function writeDown(
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

/** States that a provider's word may change. What is being handed over right now is asked again when that has ended. */
const changeable: readonly DeliveryRow["state"][] = [
  "waiting",
  "unconfirmed",
  "sent",
  "delivered",
  "bounced",
  "complained",
];

/**
 * Emails as all that was said about them adds up to. Called with every event, and when a handing over has been settled.
 */
export async function settleByEvents(tx: Tx, emails: DeliveryRow[]): Promise<void> {
  const open = emails.filter(({ state }) => changeable.includes(state));
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const said = await tx.select().from(deliveryEvents).where(inArray(deliveryEvents.deliveryId, ids));
  const byEmail = Map.groupBy(said, ({ deliveryId }) => deliveryId);
  for (const email of open) {
    const next = sumOf(byEmail.get(email.id) ?? [], email);
    if (!next || isSame(next, email)) continue;
    await tx.update(deliveries).set(next).where(eq(deliveries.id, email.id));
    await announce(tx, email.practiceId, { type: "job", id: email.jobId });
  }
}

type Sum = Pick<DeliveryRow, "state" | "message" | "deliveredAt" | "sentAt" | "nextTryAt">;

/**
 * Whatever the order: a complaint outweighs a bounce, a bounce a delivery, and that what may be an automatic answer.
 * @returns null when nothing follows
 */
function sumOf(said: EventRow[], email: DeliveryRow): Sum | null {
  const last = (...kinds: EventRow["kind"][]) =>
    said
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
  // That a provider took it settles a doubt. Otherwise only what its inbox says for now changes.
  const deferral = last("deferred");
  const message = deferral && explained("The inbox put it off for now", deferral.words ?? "no reason was given");
  const settles = email.state === "unconfirmed" || email.state === "waiting";
  return settles || (email.state === "sent" && message) ? { ...base, state: "sent", message: message ?? null } : null;
}

function isSame(next: Sum, email: DeliveryRow): boolean {
  return (
    next.state === email.state &&
    next.message === email.message &&
    next.deliveredAt?.getTime() === email.deliveredAt?.getTime()
  );
}

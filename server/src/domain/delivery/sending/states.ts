import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announcing } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Destination, Outcome } from "../destinations/destination.ts";
import { awaitingSender } from "../destinations/email/sender.ts";
import { settleByEvents } from "../events/events.ts";
import { quoted } from "../events/quoted.ts";
import { suppress } from "../events/suppressions.ts";
import { type DeliveryRef, type DeliveryRow, ofDelivery } from "../service.ts";
import { deliveries, deliveryEvents } from "../table.ts";
import { gaveUp, mayHaveArrived, neverBegun, putOff } from "./texts.ts";

/*
 * How an email is handed over at most once. A row is claimed (state "sending") before any work is done, begun right
 * before the hand-over, and settled afterwards; the number of the attempt is the fencing token. When a process stops
 * renewing its claim after it has begun, it is not known whether the email was handed over: the email becomes
 * "unconfirmed" and is never sent again automatically.
 */

/** A claim that is not renewed for this long has expired. */
const claimSeconds = 15;
/** Delays between attempts: 1, 5, 15, 60 minutes, and then 4 hours each time. */
const retryDelayMinutes = [1, 5, 15, 60, 240] as const;
const triesEndAfterHours = 24;
/** Delay after an attempt in which the hand-over was not started, for example because PDFs could not be read. */
const notStartedDelayMs = 30_000;

export type Claim =
  | { kind: "send"; row: DeliveryRow; destination: Destination }
  | { kind: "later"; ms: number }
  | { kind: "nothing" };

/** Claims an email for handing over if it is due and its sender's address is confirmed. */
export async function claim(tx: Tx, ref: DeliveryRef, open: (kind: DestinationKind) => Destination): Promise<Claim> {
  const { practiceId } = ref;
  const [known] = await tx
    .select({ kind: deliveries.destination, userId: deliveries.confirmedById })
    .from(deliveries)
    .where(ofDelivery(ref));
  if (!known) return { kind: "nothing" };
  const destination = open(known.kind);
  const isAllowed = await destination.maySend(tx, { practiceId, userId: known.userId });
  const until = sql`case ${deliveries.state}
    when 'held' then ${deliveries.sendAfter}
    when 'waiting' then coalesce(${deliveries.nextTryAt}, ${deliveries.sendAfter})
    else ${deliveries.sendingUntil} end`;
  const [found] = await tx
    .select({
      row: deliveries,
      waitMs: sql<number>`greatest(0, coalesce(ceil(extract(epoch from ${until} - now()) * 1000), 0))::float8`,
    })
    .from(deliveries)
    .where(ofDelivery(ref))
    .for("update");
  if (!found) return { kind: "nothing" };
  const { row, waitMs } = found;
  if (row.state !== "held" && row.state !== "waiting" && row.state !== "sending") return { kind: "nothing" };
  if (waitMs > 0) return { kind: "later", ms: waitMs };
  if (row.state === "sending" && !destination.isIdempotent) {
    const late = row.notStarted && (await isTooLate(tx, ref, 0));
    const outcome = late
      ? ({ state: "failed", message: neverBegun } as const)
      : ({ state: "unconfirmed", message: mayHaveArrived(row.destination) } as const);
    if (late || !row.notStarted) {
      await settle(tx, ref, row, outcome);
      return { kind: "nothing" };
    }
  }
  if (!isAllowed) {
    const waits = { ...awaitingSender, sendAfter: null, nextTryAt: null, sendingUntil: null, notStarted: false };
    await tx
      .update(deliveries)
      .set(waits)
      .where(ofDelivery(ref))
      .returning({ announced: announcingJob(ref) });
    return { kind: "nothing" };
  }
  const [claimed] = await tx
    .update(deliveries)
    .set({
      state: "sending",
      tries: sql`${deliveries.tries} + 1`,
      firstTriedAt: sql`coalesce(${deliveries.firstTriedAt}, now())`,
      sendingUntil: claimEnd,
      notStarted: true,
      nextTryAt: null,
    })
    .where(ofDelivery(ref))
    .returning({ row: getTableColumns(deliveries), announced: announcingJob(ref) });
  return claimed ? { kind: "send", row: claimed.row, destination } : { kind: "nothing" };
}

const announcingJob = ({ practiceId, jobId }: DeliveryRef) => announcing(practiceId, { type: "job", id: jobId });

const claimEnd = sql`now() + make_interval(secs => ${claimSeconds})`;
/** Interval of renewals, well below the duration of a claim. */
export const renewEveryMs = (claimSeconds * 1_000) / 3;

/** Extends the claim of a process that is still handing the email over. */
export async function renewClaim(tx: Pick<Tx, "update">, ref: DeliveryRef, tries: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ sendingUntil: claimEnd })
    .where(and(ofDelivery(ref), equals(deliveries, { tries, state: "sending" })));
}

/**
 * Records that the hand-over begins. The email may be handed over only after this has returned true.
 * @param attempt.withText whether the PDFs that are sent now have text
 * @returns false when the claim has been lost to another process
 */
export async function begin(
  db: Pick<Tx, "update">,
  ref: DeliveryRef,
  { tries, withText }: Pick<DeliveryRow, "tries" | "withText">,
): Promise<boolean> {
  const begun = await db
    .update(deliveries)
    .set({ withText, notStarted: false, sendingUntil: claimEnd })
    .where(and(ofDelivery(ref), equals(deliveries, { tries, state: "sending" })))
    .returning({ id: deliveries.id });
  return begun.length > 0;
}

/**
 * Records the outcome of a claim. A process that was believed dead may still record it: then the email is no longer
 * unconfirmed.
 * @returns the delay until the next attempt; null when there is none, or when the claim had been lost
 */
export async function settle(
  tx: Tx,
  ref: DeliveryRef,
  { tries, destination }: Pick<DeliveryRow, "tries" | "destination">,
  outcome: Outcome,
): Promise<{ ms: number } | null> {
  const putOffMs = (retryDelayMinutes[tries - 1] ?? retryDelayMinutes[retryDelayMinutes.length - 1] ?? 0) * 60_000;
  const delayMs = outcome.state === "not-started" ? notStartedDelayMs : putOffMs;
  const [changed] = await tx
    .update(deliveries)
    .set({
      ...(await valuesOf(tx, { ref, destination, outcome, delayMs })),
      sendingUntil: null,
      notStarted: false,
    })
    .where(
      and(
        ofDelivery(ref),
        eq(deliveries.tries, tries),
        inArray(deliveries.state, ["sending", "unconfirmed"]),
        // A user may have sent it again meanwhile: then this email is not tried again.
        isTriedAgain(outcome) ? isNull(deliveries.replacedById) : undefined,
      ),
    )
    .returning({ row: getTableColumns(deliveries), announced: announcingJob(ref) });
  if (!changed) return null;
  const settled = changed.row;
  if (outcome.state !== "not-started") await recordEvent(tx, settled, outcome);
  if (outcome.state === "failed" && outcome.words && outcome.refusesRecipient) {
    const refused = { address: settled.recipient, reason: "bounced" as const, message: quoted(outcome.words) };
    await suppress(tx, ref.practiceId, refused);
  }
  // Events of the provider may have arrived before its reply was recorded.
  await settleByEvents(tx, [settled]);
  return settled.state === "waiting" ? { ms: delayMs } : null;
}

async function valuesOf(
  tx: Tx,
  {
    ref,
    destination,
    outcome,
    delayMs,
  }: { ref: DeliveryRef; destination: DestinationKind; outcome: Outcome; delayMs: number },
) {
  switch (outcome.state) {
    case "sent": {
      const { provider, providerMessageId } = outcome;
      return { state: "sent" as const, provider, providerMessageId, sentAt: sql<Date>`now()`, message: null };
    }
    case "kept":
      return { state: "kept" as const, provider: "outbox", message: null };
    case "put-off":
      return (await isTooLate(tx, ref, delayMs))
        ? { state: "failed" as const, message: gaveUp(destination, triesEndAfterHours, outcome.words) }
        : {
            state: "waiting" as const,
            nextTryAt: sql<Date>`now() + make_interval(secs => ${delayMs / 1_000})`,
            message: putOff(destination, outcome.words),
          };
    case "not-started":
      return {
        state: "waiting" as const,
        nextTryAt: sql<Date>`now() + make_interval(secs => ${delayMs / 1_000})`,
        message: outcome.message,
      };
    default:
      return { state: outcome.state, message: outcome.message };
  }
}

const isTriedAgain = ({ state }: Outcome) => state === "put-off" || state === "not-started";

/** Returns whether the next attempt would be more than 24 hours after the first. */
async function isTooLate(tx: Tx, ref: DeliveryRef, delayMs: number): Promise<boolean> {
  const [row] = await tx
    .select({
      late: sql<boolean>`now() + make_interval(secs => ${delayMs / 1_000})
        > ${deliveries.firstTriedAt} + make_interval(hours => ${triesEndAfterHours})`,
    })
    .from(deliveries)
    .where(ofDelivery(ref));
  return row?.late ?? false;
}

/** Records the outcome of an attempt for the timeline, with the server's words if there are any. */
async function recordEvent(
  tx: Tx,
  { id, practiceId, tries, message }: DeliveryRow,
  outcome: Exclude<Outcome, { state: "not-started" }>,
): Promise<void> {
  const kinds = {
    sent: "accepted",
    kept: "kept",
    "put-off": "deferred",
    failed: "refused",
    unconfirmed: "unconfirmed",
  } as const;
  const words = ("words" in outcome && outcome.words) || message;
  await tx
    .insert(deliveryEvents)
    .values({
      id: newId(),
      practiceId,
      deliveryId: id,
      provider: "sheaf",
      eventKey: `${id}:${tries}:${outcome.state}`,
      kind: kinds[outcome.state],
      words,
      at: sql`now()`,
    })
    .onConflictDoNothing();
}

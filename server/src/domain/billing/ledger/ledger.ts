import { periodDays } from "@sheaf/contracts/limits.ts";
import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import { and, desc, eq, max, min, type SQL, sql, sum } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { payments, periods, plans } from "../table.ts";
import { dottedDay, gbp, ukDay } from "./words.ts";

type Row = typeof payments.$inferSelect;
type NewRow = typeof payments.$inferInsert;

/**
 * Enters a row, in the order in which rows are entered: transactions that waited for each other began in any. Whoever
 * counts on the balance holds `lockPractice` until the transaction ends.
 * @returns its id; null when the same method and reference were entered before
 */
export async function enter(tx: Tx, row: Omit<NewRow, "id">): Promise<string | null> {
  const [entered] = await tx
    .insert(payments)
    .values({ ...row, id: newId(), buys: row.buys ?? null, recordedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [payments.method, payments.reference] })
    .returning({ id: payments.id });
  if (!entered) return null;
  if (row.kind === "payment" || row.kind === "refund") await noteReceipt(tx, row.practiceId, entered.id);
  return entered.id;
}

const noteReceipt = (tx: Tx, practiceId: string, paymentId: string) =>
  queueBillingEmail(tx, { practiceId, template: "receipt", about: paymentId, facts: { paymentId } });

/**
 * The refusal of a bank transfer whose reference is entered already. A practice may give the same reference with every
 * transfer, so it says which one that was, and how another is entered.
 */
export async function enteredBefore(tx: Tx, reference: string): Promise<AppError> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(equals(payments, { method: "manual", reference }));
  const which = row ? `, on ${ukDay(row.recordedAt)} for ${gbp(Math.abs(row.amountPence))}` : "";
  const another = `${reference} ${dottedDay(await databaseNow(tx))}`;
  return new AppError(
    "reference-entered",
    `A transfer with the reference “${reference}” is recorded already${which}. If this is another transfer, add its date to the reference, as in “${another}”.`,
  );
}

/** What the practice may still spend, in pence. */
export async function creditOf(db: Db | Tx, practiceId: string): Promise<number> {
  return sumOf(db, payments.creditPence, eq(payments.practiceId, practiceId));
}

/** What went back of a payment, in pence: negative, as it stands in the ledger. */
export async function refundsOf(db: Db | Tx, { practiceId, id }: Pick<Row, "practiceId" | "id">): Promise<number> {
  return sumOf(db, payments.amountPence, equals(payments, { practiceId, paymentId: id, kind: "refund" }));
}

/** Pence of some rows of the ledger, added up. */
export async function sumOf(
  db: Db | Tx,
  pence: typeof payments.amountPence | typeof payments.creditPence,
  rows: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ pence: sum(pence).mapWith(Number) })
    .from(payments)
    .where(rows);
  return row?.pence ?? 0;
}

/**
 * The practice's ledger, newest first.
 * @param page.cursor id of the last row already seen
 */
export async function listPayments(
  db: Db | Tx,
  practiceId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<LedgerEntry[]> {
  const order = [desc(payments.recordedAt), desc(payments.id)];
  const ledger = db
    .select({
      id: payments.id,
      creditLeft: sql<string>`sum(${payments.creditPence}) over (order by ${payments.recordedAt}, ${payments.id})`.as(
        "credit_left",
      ),
    })
    .from(payments)
    .where(eq(payments.practiceId, practiceId))
    .as("ledger");
  const last = db
    .select({ at: payments.recordedAt, id: payments.id })
    .from(payments)
    .where(equals(payments, { practiceId, id: page.cursor ?? "" }));
  const own = eq(payments.practiceId, practiceId);
  // Of more than 30 free days there are several.
  const bought = db
    .select({
      paymentId: periods.paymentId,
      startsAt: min(periods.startsAt).as("starts_at"),
      endsAt: max(periods.endsAt).as("ends_at"),
    })
    .from(periods)
    .where(eq(periods.practiceId, practiceId))
    .groupBy(periods.paymentId)
    .as("bought");
  const rows = await db
    .select({
      row: payments,
      creditLeft: ledger.creditLeft,
      plan: plans,
      startsAt: bought.startsAt,
      endsAt: bought.endsAt,
    })
    .from(payments)
    .innerJoin(ledger, eq(ledger.id, payments.id))
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(bought, eq(bought.paymentId, payments.id))
    .where(page.cursor ? and(own, sql`(${payments.recordedAt}, ${payments.id}) < (${last})`) : own)
    .orderBy(...order)
    .limit(page.limit);
  return rows.map(({ row, plan, startsAt, endsAt, creditLeft }) => ({
    id: row.id,
    at: row.recordedAt.toISOString(),
    kind: row.kind,
    buys: row.buys,
    what: wordsOf(row, plan?.name ?? ""),
    planSlug: plan?.slug ?? null,
    amountPence: row.amountPence,
    creditPence: row.creditPence,
    creditLeftPence: Number(creditLeft),
    currency: row.currency,
    method: row.method,
    reference: row.reference,
    period: startsAt && endsAt && { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  }));
}

function wordsOf({ kind, buys }: Row, plan: string): string {
  switch (kind) {
    case "payment":
      return buys === "upgrade" ? `Upgrade to ${plan}` : `${plan}, ${periodDays} days`;
    case "credit":
      return "Credit";
    case "credit-used":
      return "Credit used";
    case "refund":
      return "Refund";
    case "adjustment":
      return plan === "" ? "Adjustment" : `${plan}, days granted`;
  }
}

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
 * Enters a row into the ledger. Its time is `clock_timestamp()`, not the start of the transaction, so that rows are in
 * the order of their insertion even if their transactions waited for each other. A caller that relies on the balance
 * holds `lockPractice` until the transaction ends.
 * @returns the row's id; null when a row with the same method and reference exists
 */
export async function enter(tx: Tx, row: Omit<NewRow, "id">): Promise<string | null> {
  const [entered] = await tx
    .insert(payments)
    .values({ ...row, id: newId(), buys: row.buys ?? null, recordedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [payments.method, payments.reference] })
    .returning({ id: payments.id });
  if (!entered) return null;
  if (row.kind === "payment" || row.kind === "refund") await queueReceiptEmail(tx, row.practiceId, entered.id);
  return entered.id;
}

/** Enters a row that changes only the credit. */
export const enterCredit = (
  tx: Tx,
  row: Pick<NewRow, "practiceId" | "kind" | "creditPence" | "paymentId" | "reference">,
): Promise<string | null> => enter(tx, { ...row, amountPence: 0, method: "credit" });

const queueReceiptEmail = (tx: Tx, practiceId: string, paymentId: string) =>
  queueBillingEmail(tx, { practiceId, template: "receipt", about: paymentId, facts: { paymentId } });

/**
 * Creates the error for a bank transfer whose reference is entered already. A practice may use the same reference for
 * every transfer, so the message names the earlier transfer and explains how to enter another one.
 */
export async function referenceEnteredError(tx: Tx, reference: string): Promise<AppError> {
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

/** Returns the practice's credit, in pence. */
export async function creditOf(db: Db | Tx, practiceId: string): Promise<number> {
  return sumOf(db, payments.creditPence, eq(payments.practiceId, practiceId));
}

/** Returns the sum of a payment's refunds, in pence: negative, as in the ledger. */
export async function refundsOf(db: Db | Tx, { practiceId, id }: Pick<Row, "practiceId" | "id">): Promise<number> {
  return sumOf(db, payments.amountPence, equals(payments, { practiceId, paymentId: id, kind: "refund" }));
}

/** Adds up a column of ledger rows, in pence. */
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
 * Subquery with the time and the documents that each payment bought. A grant of more than 30 free days has several
 * periods, which are added up.
 */
export const boughtTime = (db: Db | Tx, practiceId: string) =>
  db
    .select({
      paymentId: periods.paymentId,
      startsAt: min(periods.startsAt).as("starts_at"),
      endsAt: max(periods.endsAt).as("ends_at"),
      allowed: sum(periods.documentsAllowed).mapWith(Number).as("allowed"),
      used: sum(periods.documentsUsed).mapWith(Number).as("used"),
    })
    .from(periods)
    .where(eq(periods.practiceId, practiceId))
    .groupBy(periods.paymentId)
    .as("bought");

/**
 * Lists the practice's ledger, newest first.
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
  const bought = boughtTime(db, practiceId);
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

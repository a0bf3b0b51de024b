import { and, eq, max, sql } from "drizzle-orm";
import type { Config } from "../../../platform/config/config.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { practices } from "../../practices/table.ts";
import { sumOf } from "../ledger/ledger.ts";
import { periodUpgrades } from "../refunds/table.ts";
import { payments, periods, plans } from "../table.ts";
import { receiptCounters, receipts } from "./table.ts";
import { type ReceiptFacts, writeReceipt } from "./write.ts";

export type ReceiptRow = typeof receipts.$inferSelect;
type Payment = typeof payments.$inferSelect;

/**
 * Returns the receipt of a payment or the credit note of a refund. It is issued on first use and never changed
 * afterwards.
 * @throws AppError receipt-not-found for other rows of the ledger, and when no money or credit was paid
 */
export async function receiptOf(
  db: Db | Tx,
  config: Config,
  practiceId: string,
  paymentId: string,
): Promise<ReceiptRow> {
  return (
    (await findReceipt(db, practiceId, paymentId)) ?? db.transaction((tx) => issue(tx, config, practiceId, paymentId))
  );
}

async function findReceipt(db: Db | Tx, practiceId: string, paymentId: string): Promise<ReceiptRow | undefined> {
  const ofPayment = equals(receipts, { practiceId, paymentId });
  const [row] = await db.select().from(receipts).where(ofPayment);
  return row;
}

async function issue(tx: Tx, config: Config, practiceId: string, paymentId: string): Promise<ReceiptRow> {
  const { row, planName, buys, paid } = await entryOf(tx, practiceId, paymentId);
  const creditUsedPence = await creditUsedFor(tx, row);
  if (row.amountPence === 0 && creditUsedPence === 0) throw noReceipt();
  // A credit note names the receipt of its payment, so that receipt is issued first.
  const first = row.kind === "refund" ? await receiptOfRefunded(tx, config, paid) : null;
  const [practice] = await tx.select().from(practices).where(eq(practices.id, practiceId));
  const facts: ReceiptFacts = {
    row,
    planName,
    buys,
    creditUsedPence,
    practiceName: practice?.name ?? "",
    period: await boughtBy(tx, paid),
    refunds: first && { number: first.number, date: first.content.date },
  };

  const counter = await lockCounter(tx);
  // The counter's lock was held by any other transaction that issued this receipt; it can be seen only now.
  const other = await findReceipt(tx, practiceId, paymentId);
  if (other) return other;
  const number = await counter.next();
  const content = writeReceipt(number, facts, config);
  const values = { id: newId(), practiceId, paymentId, number, content, recordedAt: row.recordedAt };
  const [issued] = await tx.insert(receipts).values(values).returning();
  if (!issued) throw new Error("The database returned no row for the new receipt");
  return issued;
}

const receiptOfRefunded = async (tx: Tx, config: Config, { practiceId, id }: Payment) =>
  (await findReceipt(tx, practiceId, id)) ?? issue(tx, config, practiceId, id);

/** Returns the row of the ledger and its payment: the row itself, or the payment that it refunds. */
async function entryOf(tx: Tx, practiceId: string, paymentId: string) {
  const row = await rowOf(tx, practiceId, paymentId);
  const paid = row?.kind === "refund" && row.paymentId ? await rowOf(tx, practiceId, row.paymentId) : row;
  if (!row || paid?.kind !== "payment" || !paid.planId || !paid.buys) throw noReceipt();
  const [plan] = await tx.select().from(plans).where(eq(plans.id, paid.planId));
  return { row, paid, planName: plan?.name ?? "", buys: paid.buys };
}

async function rowOf(tx: Tx, practiceId: string, id: string): Promise<Payment | undefined> {
  const [row] = await tx.select().from(payments).where(equals(payments, { practiceId, id }));
  return row;
}

async function creditUsedFor(tx: Tx, { practiceId, id, kind }: Payment): Promise<number> {
  if (kind !== "payment") return 0;
  const ofPayment = equals(payments, { practiceId, paymentId: id, kind: "credit-used" });
  return Math.abs(await sumOf(tx, payments.creditPence, ofPayment));
}

async function boughtBy(tx: Tx, { practiceId, id, buys, recordedAt }: Payment): Promise<ReceiptFacts["period"]> {
  const ofPractice = eq(periods.practiceId, practiceId);
  if (buys === "period") {
    const [period] = await tx
      .select()
      .from(periods)
      .where(and(ofPractice, eq(periods.paymentId, id)));
    return period ?? null;
  }
  const [upgraded] = await tx
    .select({ endsAt: max(periods.endsAt) })
    .from(periodUpgrades)
    .innerJoin(periods, equals(periods, { practiceId: periodUpgrades.practiceId, id: periodUpgrades.periodId }))
    .where(and(ofPractice, eq(periodUpgrades.paymentId, id)));
  return upgraded?.endsAt ? { startsAt: recordedAt, endsAt: upgraded.endsAt } : null;
}

/**
 * Locks the counter of receipts until the transaction ends, so that numbers are consecutive in the whole installation.
 */
async function lockCounter(tx: Tx): Promise<{ next(): Promise<string> }> {
  const { rows } = await tx.execute<{ year: number }>(
    sql`select extract(year from clock_timestamp() at time zone 'Europe/London')::int as year`,
  );
  const year = rows[0]?.year ?? Number.NaN;
  const itself = eq(receiptCounters.year, year);
  await tx.insert(receiptCounters).values({ year }).onConflictDoNothing();
  await tx.select().from(receiptCounters).where(itself).for("update");
  return {
    async next() {
      const [counter] = await tx
        .update(receiptCounters)
        .set({ last: sql`${receiptCounters.last} + 1` })
        .where(itself)
        .returning();
      if (!counter) throw new Error("The counter of receipts was not found");
      return `SR-${year}-${String(counter.last).padStart(6, "0")}`;
    },
  };
}

const noReceipt = () =>
  new AppError("receipt-not-found", "There is no receipt for this: only payments and refunds of money have one.");

import { and, eq, gte, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { payPalOf } from "../../../platform/paypal/paypal-client.ts";
import type { Transaction } from "../../../platform/paypal/paypal-transactions.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { guestPayments } from "../guests/table.ts";
import { dayMs } from "../periods/arithmetic.ts";
import { payments } from "../table.ts";
import { compare, type OwnEntry } from "./compare.ts";
import { keepDifferences } from "./differences.ts";

/** Days requested from PayPal, whose reports cover at most 31 days. */
const reportDays = 30;
/**
 * Days in which our entries must be in PayPal's report. A payment may be entered long after it was begun, so this is
 * much shorter than the report.
 */
const checkedDays = 8;
/**
 * Transactions younger than this are ignored: PayPal's reports are up to three hours late, and its webhook events may
 * be too.
 */
const reportDelayMs = 4 * 3_600_000;

/** Compares PayPal's transactions of the last days with the ledger. Runs every day. */
export const reconcile = defineScheduledTask<Pick<WorkerServices, "config" | "db" | "log">>({
  name: "billing.reconcile",
  attempts: 3,
  timeoutMs: 10 * 60_000,
  async run({ config, db, log }) {
    if (!config.payPal || config.installation === "practice") return undefined;
    const now = await databaseNow(db);
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const report = await payPalOf(config).transactions(ago(reportDays * dayMs), now);
    const theirs = report.filter((transaction) => transaction.at <= ago(reportDelayMs));
    const ours = await ownEntries(db, ago(checkedDays * dayMs), report);
    const known = new Set(ours.map(({ reference }) => reference));
    const { differences, agreed } = compare(
      ours,
      theirs.filter((transaction) => isOurs(transaction, known)),
      { from: ago(checkedDays * dayMs), to: ago(dayMs) },
    );
    await db.transaction((tx) => keepDifferences(tx, differences, agreed));
    if (differences.length > 0) log.warn({ differences: differences.length }, "PayPal and the ledger do not agree");
    return { transactions: theirs.length, differences: differences.length };
  },
});

/**
 * Tells whether a transaction is ours: the PayPal account may also serve other shops. Every order of ours carries our
 * id.
 */
function isOurs({ id, about, orderId }: Transaction, known: Set<string>): boolean {
  return z.uuid().safeParse(orderId).success || known.has(id) || (about !== null && known.has(about));
}

/** Returns the ledger's rows and visitors' payments since a time, and all that PayPal's report names. */
async function ownEntries(db: Db, since: Date, report: Transaction[]): Promise<OwnEntry[]> {
  const named = report.flatMap(({ id, about }) => (about === null ? [id] : [id, about, `Return of ${about}`]));
  const fromGuests = await db
    .select()
    .from(guestPayments)
    .where(or(gte(guestPayments.recordedAt, since), inArray(guestPayments.reference, named)));
  const fromLedger = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.method, "paypal"),
        or(
          gte(payments.recordedAt, since),
          inArray(payments.reference, [...named, ...fromGuests.map(({ reference }) => reference)]),
        ),
      ),
    );
  // A payment made weeks before it was claimed is too old to be among the visitors' payments above.
  const claimed = await db
    .select()
    .from(guestPayments)
    .where(
      inArray(
        guestPayments.reference,
        fromLedger.map(({ reference }) => reference),
      ),
    );
  const entries = new Map<string, OwnEntry>();
  for (const { reference, amountPence, recordedAt } of [...fromGuests, ...claimed]) {
    entries.set(reference, { reference, pence: amountPence, practiceId: null, at: recordedAt });
  }
  // A claimed payment is in both tables; its time is when the visitor paid.
  for (const { reference, amountPence, practiceId, recordedAt } of fromLedger) {
    const at = entries.get(reference)?.at ?? recordedAt;
    entries.set(reference, { reference, pence: amountPence, practiceId, at });
  }
  return [...entries.values()];
}

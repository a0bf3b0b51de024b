import { periodDays } from "@sheaf/contracts/limits.ts";
import type { Config } from "../../../platform/config/config.ts";
import { gbp, ukDay } from "../ledger/words.ts";
import { vatOf } from "../periods/arithmetic.ts";
import type { payments } from "../table.ts";
import type { ReceiptContent } from "./content.ts";

/** The data of a receipt. */
export interface ReceiptFacts {
  /** The payment or the refund itself. */
  row: typeof payments.$inferSelect;
  practiceName: string;
  planName: string;
  buys: "period" | "upgrade";
  /**
   * The days that the payment bought. For an upgrade, up to the end of the upgraded periods; null when the payment
   * became a credit.
   */
  period: { startsAt: Date; endsAt: Date } | null;
  /** Credit used in addition to the money, in pence. */
  creditUsedPence: number;
  /** For a refund, the receipt of its payment. */
  refunds: { number: string; date: string } | null;
}

type Seller = Pick<Config, "companyName" | "companyAddress" | "vatNumber" | "supportEmail" | "demo">;

/** Writes the complete text of a receipt, or of the credit note for a refund. */
export function writeReceipt(number: string, facts: ReceiptFacts, seller: Seller): ReceiptContent {
  const { row, practiceName, refunds } = facts;
  const { companyName, companyAddress, vatNumber, supportEmail } = seller;
  const isRefund = row.kind === "refund";
  const footer = `Issued by ${companyName}. Questions: ${supportEmail}`;
  return {
    title: isRefund ? "Credit note" : "Receipt",
    number,
    date: ukDay(row.recordedAt),
    buyer: practiceName,
    seller: { name: companyName, lines: [...companyAddress, ...(vatNumber ? [`VAT number ${vatNumber}`] : [])] },
    items: isRefund ? [refundItem(facts)] : paymentItems(facts),
    sums: sumsOf(Math.abs(row.amountPence), isRefund ? "Total given back" : "Total paid", vatNumber !== undefined),
    facts: [
      { label: isRefund ? "Given back by" : "Paid by", value: ways[row.method] },
      ...(row.method === "credit" ? [] : [{ label: "Reference", value: row.reference }]),
      ...(refunds ? [{ label: "For receipt", value: refunds.number }] : []),
    ],
    footer: seller.demo ? `A demonstration: no money moved. ${footer}` : footer,
  };
}

const ways = { paypal: "PayPal", manual: "Bank transfer", credit: "Credit" };

function paymentItems(facts: ReceiptFacts): ReceiptContent["items"] {
  const { row, creditUsedPence } = facts;
  const item = { what: whatOf(facts), detail: periodWords(facts), amount: gbp(row.amountPence + creditUsedPence) };
  if (creditUsedPence === 0) return [item];
  return [item, { what: "Credit used", detail: null, amount: gbp(-creditUsedPence) }];
}

function refundItem(facts: ReceiptFacts): ReceiptContent["items"][number] {
  const { row, refunds } = facts;
  const detail = refunds && `Paid on ${refunds.date}`;
  return { what: `Refund of ${whatOf(facts)}`, detail, amount: gbp(-row.amountPence) };
}

const whatOf = ({ buys, planName }: ReceiptFacts) =>
  buys === "upgrade" ? `Upgrade to ${planName}` : `${planName}, ${periodDays} days`;

function periodWords({ buys, period }: ReceiptFacts): string | null {
  if (!period) return null;
  const until = ukDay(period.endsAt);
  return buys === "upgrade" ? `For the days until ${until}` : `${ukDay(period.startsAt)} to ${until}`;
}

/**
 * Returns the sums. Prices include VAT; if the seller is registered for VAT, the VAT contained in the total is listed.
 */
function sumsOf(pence: number, label: string, withVat: boolean): ReceiptContent["sums"] {
  const total = { label, amount: gbp(pence) };
  if (!withVat) return [total];
  const { netPence, vatPence } = vatOf(pence);
  return [{ label: "Net", amount: gbp(netPence) }, { label: "VAT 20%", amount: gbp(vatPence) }, total];
}

import { z } from "zod";
import { type Call, read } from "./paypal-call.ts";
import { penceOf } from "./paypal-money.ts";

/** A transaction in PayPal's reports, which can be up to three hours late. */
export interface Transaction {
  /** For a payment the capture's id, for a refund the refund's id. */
  id: string;
  /** For a refund or reversal: the capture that it belongs to. */
  about: string | null;
  /** Id of Sheaf's order; null when there is none. */
  orderId: string | null;
  /** Negative for a refund; null when it is not an amount in GBP. */
  pence: number | null;
  /** "S": completed; "P": pending; "D": denied; "V": completed and then reversed. */
  status: string;
  at: Date;
}

/** PayPal's maximum page size. */
const pageSize = 500;

const answer = z.object({
  total_pages: z.int().optional(),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          paypal_reference_id: z.string().optional(),
          custom_field: z.string().optional(),
          transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
          transaction_status: z.string().optional(),
          transaction_initiation_date: z.string(),
        }),
      }),
    )
    .default([]),
});
type Info = z.infer<typeof answer>["transaction_details"][number]["transaction_info"];

/** Reads all pages of PayPal's report. @throws PayPalError */
export async function transactionsOf(call: Call, from: Date, to: Date): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: "transaction_info",
      page_size: String(pageSize),
      page: String(page),
    });
    const response = read(answer, await call("GET", `/v1/reporting/transactions?${query}`));
    pages = response.total_pages ?? 1;
    found.push(...response.transaction_details.map(({ transaction_info }) => transactionOf(transaction_info)));
  }
  return found;
}

function transactionOf(info: Info): Transaction {
  const { currency_code, value } = info.transaction_amount;
  const pence = penceOf({ currency_code, value: value.replace(/^-/, "") });
  return {
    id: info.transaction_id,
    about: info.paypal_reference_id ?? null,
    orderId: info.custom_field ?? null,
    pence: pence !== null && value.startsWith("-") ? -pence : pence,
    status: info.transaction_status ?? "S",
    at: new Date(info.transaction_initiation_date),
  };
}

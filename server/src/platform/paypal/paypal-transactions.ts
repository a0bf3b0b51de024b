import { z } from "zod";
import { type Call, read } from "./paypal-call.ts";
import { penceOf } from "./paypal-money.ts";

/** Money that moved at PayPal, as its reports tell it, up to three hours later. */
export interface Transaction {
  /** Of a payment the capture's name, of a refund the refund's. */
  id: string;
  /** Of money that went back: the capture that it belongs to. */
  about: string | null;
  /** Our order, where there is one. */
  orderId: string | null;
  /** Negative when it went back; null when it is no amount of GBP. */
  pence: number | null;
  /** "S": it moved; "P": pending; "D": denied; "V": it moved and went back. */
  status: string;
  at: Date;
}

/** PayPal's own largest page. */
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

/** Every page of PayPal's report. @throws PayPalError */
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
    const said = read(answer, await call("GET", `/v1/reporting/transactions?${query}`));
    pages = said.total_pages ?? 1;
    found.push(...said.transaction_details.map(({ transaction_info }) => transactionOf(transaction_info)));
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

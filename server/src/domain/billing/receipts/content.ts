/**
 * The complete text of a receipt or a credit note. Stored as a whole, so that later changes of other data do not alter
 * it.
 */
export interface ReceiptContent {
  title: "Receipt" | "Credit note";
  number: string;
  /** Date of the payment: "21 November 2026". */
  date: string;
  seller: { name: string /** Address and VAT number. */; lines: string[] };
  buyer: string;
  items: { what: string; detail: string | null; amount: string }[];
  /** Below the items; the last one is the total. */
  sums: { label: string; amount: string }[];
  /** How it was paid, the reference, and for a credit note the number of the receipt. */
  facts: { label: string; value: string }[];
  footer: string;
}

/**
 * Every word of a receipt or a credit note, as it prints. Stored whole, so that nothing that changes later changes it.
 */
export interface ReceiptContent {
  title: "Receipt" | "Credit note";
  number: string;
  /** Of the payment: "21 November 2026". */
  date: string;
  seller: { name: string /** Address, VAT number and how to write. */; lines: string[] };
  buyer: string;
  items: { what: string; detail: string | null; amount: string }[];
  /** Below the items; the last one is the total. */
  sums: { label: string; amount: string }[];
  /** How it was paid, its reference, what it belongs to. */
  facts: { label: string; value: string }[];
  footer: string;
}

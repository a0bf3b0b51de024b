import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import { api } from "./client.ts";
import { partsQuery } from "./parts-query.ts";

/** The practice's ledger. */
export const paymentsQuery = partsQuery<LedgerEntry>(api.get, "/api/payments", 20);

/** Where the PDF of a payment or a refund is downloaded. */
export const receiptPath = (paymentId: string) => `/api/payments/${paymentId}/receipt`;

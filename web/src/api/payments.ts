import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

const perPage = 20;

/** The practice's ledger, newest first, some rows at a time. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: ["/api/payments"],
  queryFn: async ({ pageParam, signal }) => {
    const after = pageParam ? `&cursor=${pageParam}` : "";
    const { body } = await api.part<LedgerEntry>(`/api/payments?limit=${perPage}${after}`, signal);
    return body;
  },
  initialPageParam: "",
  getNextPageParam: (last) => (last.length === perPage ? last.at(-1)?.id : undefined),
});

/** Where the PDF of a payment or a refund is downloaded. */
export const receiptPath = (paymentId: string) => `/api/payments/${paymentId}/receipt`;

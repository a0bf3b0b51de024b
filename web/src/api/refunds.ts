import type { RefundInput, RefundPreview, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const refundsQuery = queryOptions({ queryKey: ["/api/refunds"], queryFn: read<RefundRequest[]>() });

/** Reads what a refund would bring now: documents made meanwhile change it, so it is read on each opening. */
export const refundPreviewQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ["/api/refunds", "outcome", paymentId],
    queryFn: ({ signal }) => api.get<RefundPreview>(`/api/refunds/outcome?payment=${paymentId}`, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const useAskRefund = () =>
  useMutation({
    mutationFn: (input: RefundInput) => api.post<RefundRequest>("/api/refunds", input),
    meta: { done: "Refund asked for", refreshes: [refundsQuery.queryKey] },
  });

export const useWithdrawRefund = () =>
  useMutation({
    mutationFn: (id: string) => api.delete<void>(`/api/refunds/${id}`),
    meta: { done: "Request withdrawn", failed: "Update failed", refreshes: [refundsQuery.queryKey] },
  });

import type { RefundInput, RefundPreview, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const refundsQuery = queryOptions({ queryKey: ["/api/refunds"], queryFn: read<RefundRequest[]>() });

/** What asking would bring at this moment: documents made meanwhile change it, so it is read for each look. */
export const refundPreviewQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ["/api/refunds", "outcome", paymentId],
    queryFn: ({ signal }) => api.get<RefundPreview>(`/api/refunds/outcome?payment=${paymentId}`, signal),
    staleTime: 0,
    gcTime: 0,
  });

export function useAskRefund() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RefundInput) => api.post<RefundRequest>("/api/refunds", input),
    onSuccess: () => client.invalidateQueries({ queryKey: refundsQuery.queryKey }),
    meta: { done: "Refund asked for" },
  });
}

export function useWithdrawRefund() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<void>(`/api/refunds/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: refundsQuery.queryKey }),
    meta: { done: "Request withdrawn", failed: "Update failed" },
  });
}

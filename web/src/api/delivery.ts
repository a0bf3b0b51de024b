import type { Suppression } from "@sheaf/contracts/deliveries.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";

/** Addresses that refused for good: nothing is sent there until they are corrected or released. */
export const suppressionsQuery = queryOptions({ queryKey: ["/api/suppressions"], queryFn: read<Suppression[]>() });

export function useReleaseAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Suppression) => api.delete<void>(`/api/suppressions/${id}`),
    onSuccess: (_nothing, { id }) => {
      queryClient.setQueryData(suppressionsQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
    },
    onSettled: () => queryClient.invalidateQueries(suppressionsQuery),
    meta: { done: "Address released", failed: "Update failed" },
  });
}

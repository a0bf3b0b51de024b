import type { OwnerChecklist } from "@sheaf/contracts/checklists.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const checklistQuery = queryOptions({ queryKey: ["/api/checklist"], queryFn: read<OwnerChecklist>() });

/** The list goes at once; it comes back when the server could not be told. */
export function useDismissChecklist() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<void>("/api/checklist/dismiss"),
    onMutate: () => queryClient.setQueryData(checklistQuery.queryKey, { steps: [] }),
    onError: () => queryClient.invalidateQueries(checklistQuery),
    meta: { failed: "The list could not be dismissed" },
  });
}

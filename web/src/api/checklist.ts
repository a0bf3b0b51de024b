import type { OwnerChecklist } from "@sheaf/contracts/checklists.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type api, read } from "./client.ts";

export const checklistQuery = queryOptions({ queryKey: ["/api/checklist"], queryFn: read<OwnerChecklist>() });

/**
 * Hides the list at once; it comes back when the request fails.
 * @param post of the API or of the portal
 */
export function useDismissChecklist(queryKey: readonly unknown[], post: typeof api.post) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<void>(`${queryKey[0]}/dismiss`),
    onMutate: () => queryClient.setQueryData(queryKey, { steps: [] }),
    onError: () => queryClient.invalidateQueries({ queryKey }),
    meta: { failed: "The list could not be dismissed" },
  });
}

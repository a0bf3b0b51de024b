import type { OperatorChecklist } from "@sheaf/contracts/checklists.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";

/** Backups and settings change without a word to this page, so it is read anew whenever it is opened. */
export const operatorChecklistQuery = adminQuery<OperatorChecklist>("/api/admin/checklist");

/** The list goes at once; it comes back when the server could not be told. */
export function useDismissOperatorChecklist() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => adminApi.post<void>("/api/admin/checklist/dismiss"),
    onMutate: () => queryClient.setQueryData(operatorChecklistQuery.queryKey, { steps: [] }),
    onError: () => queryClient.invalidateQueries(operatorChecklistQuery),
    meta: { failed: "The list could not be dismissed" },
  });
}

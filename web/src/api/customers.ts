import type { Customer, CustomerInput } from "@sheaf/contracts/customers.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const customersQuery = queryOptions({ queryKey: ["/api/customers"], queryFn: read<Customer[]>() });

/** Empty text means "none" in every field that may be left out. */
export type CustomerFields = { [Field in keyof CustomerInput]: string };

export function useAddCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CustomerFields) => api.post<Customer>("/api/customers", input),
    onSuccess: (added) => {
      // The picker selects it at once: it must be in the list before the list is read again.
      queryClient.setQueryData(customersQuery.queryKey, (list) => list && [added, ...list]);
      return queryClient.invalidateQueries({ queryKey: customersQuery.queryKey });
    },
    meta: { done: "Customer created", failed: "Creation failed" },
  });
}

export function useChangeCustomer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CustomerFields) => api.put<Customer>(`/api/customers/${id}`, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customersQuery.queryKey }),
    meta: { done: "Customer updated", failed: "Update failed" },
  });
}

export function useDeleteCustomer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete<void>(`/api/customers/${id}`),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: customersQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ["/api/jobs"] }),
        queryClient.invalidateQueries({ queryKey: ["/api/stats"] }),
      ]),
    meta: { done: "Customer deleted", failed: "Deletion failed" },
  });
}

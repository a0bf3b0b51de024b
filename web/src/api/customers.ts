import type { CustomerColumn } from "@sheaf/contracts/customer-columns.ts";
import type { Customer, CustomerImportResult, CustomerInput, CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, api, read } from "./client.ts";

export const customersQuery = queryOptions({ queryKey: ["/api/customers"], queryFn: read<Customer[]>() });

/** The newest job of each customer that has one, by the customer's id. */
export const lastJobsQuery = queryOptions({
  queryKey: ["/api/customers", "last-jobs"],
  queryFn: async ({ signal }) => {
    const all = new Map<string, CustomerLastJob>();
    for (let more = true, cursor = ""; more; ) {
      const path = `/api/customers/last-jobs?limit=${listPage.lastJobs}${cursor && `&cursor=${cursor}`}`;
      const page = await api.get<CustomerLastJob[]>(path, signal);
      for (const last of page) all.set(last.customerId, last);
      more = page.length === listPage.lastJobs;
      cursor = page.at(-1)?.customerId ?? "";
    }
    return all;
  },
});

/** Returns the path at which the list is downloaded as CSV. */
export const exportPath = (show: "current" | "archived") => `/api/customers/export?show=${show}`;

/** Empty text means "none" in every optional field. */
export type CustomerForm = { [Field in keyof CustomerInput]: string };
/** Fields that an imported list of customers can have. */
export type CustomerFields = Pick<CustomerForm, CustomerColumn>;

/** Reads again what counts or lists customers. */
function refresh(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ["/api/stats"] });
  return client.invalidateQueries({ queryKey: customersQuery.queryKey, exact: true });
}

/** Updates a customer in the loaded list before the list is read again. */
function put(client: QueryClient, changed: Customer): void {
  client.setQueryData(customersQuery.queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)));
}

export function useAddCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CustomerForm) => api.post<Customer>("/api/customers", input),
    onSuccess: (added) => {
      // The picker selects the new customer at once, so it is put into the list before the list is read again.
      queryClient.setQueryData(customersQuery.queryKey, (list) => list && [added, ...list]);
      return refresh(queryClient);
    },
    meta: { done: "Customer created", failed: "Creation failed" },
  });
}

/** Changes a customer. `was`: the fields as they were read, so that a colleague's changes to other fields are kept. */
export function useChangeCustomer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CustomerForm & { was: CustomerForm }) => api.put<Customer>(`/api/customers/${id}`, input),
    onSuccess: (changed) => {
      put(queryClient, changed);
      return refresh(queryClient);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "customer-changed") return refresh(queryClient);
    },
    meta: { done: "Customer updated", failed: "Update failed" },
  });
}

/** Archives or restores a customer. The row itself shows the result and an undo button. */
export function useArchiveCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, to }: { id: string; to: "archive" | "restore" }) =>
      api.post<Customer>(`/api/customers/${id}/${to}`),
    onSuccess: (changed) => {
      put(queryClient, changed);
      return refresh(queryClient);
    },
    meta: { failed: "Update failed" },
  });
}

export function useDeleteCustomer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete<void>(`/api/customers/${id}`),
    onSuccess: () => {
      queryClient.setQueryData(customersQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
      void queryClient.invalidateQueries({ queryKey: ["/api/jobs"] });
      return refresh(queryClient);
    },
    meta: { done: "Customer deleted", failed: "Deletion failed" },
  });
}

/** The same for one of several customers; `refresh` is called when all are done. The dialog shows each outcome. */
export function useActOnCustomers(act: "archive" | "restore" | "delete") {
  const queryClient = useQueryClient();
  return {
    one: ({ id }: Customer): Promise<unknown> =>
      act === "delete" ? api.delete(`/api/customers/${id}`) : api.post(`/api/customers/${id}/${act}`),
    refresh() {
      if (act === "delete") void queryClient.invalidateQueries({ queryKey: ["/api/jobs"] });
      void refresh(queryClient);
    },
  };
}

/** Imports all rows or none; errors in rows are part of the response, not a failure. */
export function useImportCustomers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (customers: CustomerFields[]) => api.post<CustomerImportResult>("/api/customers/import", { customers }),
    onSuccess: () => refresh(queryClient),
    meta: { failed: "Creation failed" },
  });
}

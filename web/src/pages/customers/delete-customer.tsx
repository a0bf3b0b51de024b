import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { lastJobsQuery, useDeleteCustomer } from "../../api/customers.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { count } from "../../ui/words.ts";

interface DeleteCustomerProps {
  customer: Customer;
  onClose: () => void;
  /** Defaults to closing the dialog. */
  onDeleted?: () => void;
}

/** Asks for confirmation with the customer's name, and says what happens to the jobs. */
export function DeleteCustomer({ customer, onClose, onDeleted = onClose }: DeleteCustomerProps) {
  const { isPending: pending, mutate } = useDeleteCustomer(customer.id);
  const run = () => mutate(undefined, { onSuccess: onDeleted });
  const { data } = useQuery(lastJobsQuery);
  const { jobs = 0, unfinished = 0 } = data?.get(customer.id) ?? {};
  return (
    <ConfirmDialog
      title={`Delete ${customer.name}`}
      action={{ label: "Delete", doing: "Deleting...", pending, run }}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this customer?</p>
      {data && (
        <p className="dim">
          {jobs === 0
            ? `${customer.name} has no jobs.`
            : `The ${count(jobs, "job")} of ${customer.name} ${jobs === 1 ? "stays" : "stay"} in the audit trail.`}
          {unfinished > 0 && ` ${count(unfinished, "unfinished job")} will be finished.`}
        </p>
      )}
      {customer.archivedAt === null && <p className="dim">To hide the customer, archive it instead.</p>}
    </ConfirmDialog>
  );
}

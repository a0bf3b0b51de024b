import type { Customer } from "@sheaf/contracts/customers.ts";
import { useDeleteCustomer } from "../../api/customers.ts";
import { unfinished, useJobs } from "../../api/jobs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/words.ts";

/** Asks by name, and says what becomes of the jobs. */
export function DeleteCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const remove = useDeleteCustomer(customer.id);
  const jobs = useJobs().data?.filter((job) => job.customer.id === customer.id) ?? [];
  const running = jobs.filter(unfinished).length;
  return (
    <Dialog title={`Delete ${customer.name}`} onClose={onClose}>
      <div className="dialog__body stack">
        <p>Are you sure you want to delete this customer?</p>
        <p className="dim">
          {jobs.length === 0
            ? `${customer.name} has no jobs.`
            : `The ${count(jobs.length, "job")} of ${customer.name} ${jobs.length === 1 ? "stays" : "stay"} in the audit trail.`}
          {running > 0 && ` ${count(running, "job")} still running will be finished.`}
        </p>
      </div>
      <footer className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn--danger"
          type="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          {remove.isPending ? "Deleting..." : "Delete"}
        </button>
      </footer>
    </Dialog>
  );
}

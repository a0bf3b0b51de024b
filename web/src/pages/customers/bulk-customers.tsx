import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { lastJobsQuery, useActOnCustomers } from "../../api/customers.ts";
import { BulkDialog } from "../../components/bulk/bulk-dialog.tsx";
import { count } from "../../ui/words.ts";

export type BulkAct = "archive" | "restore" | "delete";

interface BulkCustomersProps {
  act: BulkAct;
  customers: Customer[];
  /** Called at the end, to clear the selection. */
  onEnd: () => void;
  onClose: () => void;
}

const actions = {
  archive: { label: "Archive", doing: "Archiving", done: "archived" },
  restore: { label: "Restore", doing: "Restoring", done: "restored" },
  delete: { label: "Delete", doing: "Deleting", done: "deleted", danger: true },
} as const;

const nameOf = ({ name }: Customer) => name;

/** Asks before several customers are archived, restored or deleted, with what happens to their jobs. */
export function BulkCustomers({ act, customers, onEnd, onClose }: BulkCustomersProps) {
  const action = actions[act];
  return (
    <BulkDialog
      title={`${action.label} ${count(customers.length, "customer")}`}
      items={customers}
      nameOf={nameOf}
      action={action}
      act={useActOnCustomers(act)}
      onEnd={onEnd}
      onClose={onClose}
    >
      <Consequences act={act} customers={customers} />
    </BulkDialog>
  );
}

function Consequences({ act, customers }: Pick<BulkCustomersProps, "act" | "customers">) {
  const { data: lastJobs } = useQuery(lastJobsQuery);
  const sum = (field: "jobs" | "unfinished") =>
    customers.reduce((total, { id }) => total + (lastJobs?.get(id)?.[field] ?? 0), 0);
  const [jobs, unfinished] = [sum("jobs"), sum("unfinished")];
  if (act === "restore") return <p>They return to the customer list and to the upload dialog.</p>;
  return (
    <>
      {act === "delete" ? (
        <p>Are you sure you want to delete {customers.length === 1 ? "this customer" : "these customers"}?</p>
      ) : (
        <p>Archived customers leave the upload dialog. They keep their history and can be restored at any time.</p>
      )}
      {lastJobs && (
        <p className="dim">
          {act === "delete" &&
            jobs > 0 &&
            `Their ${count(jobs, "job")} ${jobs === 1 ? "stays" : "stay"} in the audit trail. `}
          {unfinished > 0
            ? `${count(unfinished, "unfinished job")} of these customers will be finished.`
            : "None of these customers has an unfinished job."}
        </p>
      )}
      {act === "delete" && <p className="dim">Deleted customers cannot be restored.</p>}
    </>
  );
}

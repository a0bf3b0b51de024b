import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleCheck } from "lucide-react";
import { useConfirmArrival } from "../../api/delivery.ts";

/** Nobody but a person who looks into the inbox knows of an email whose hand-over broke off. */
export function ItArrived({ job, email }: { job: Job; email: Delivery }) {
  const confirm = useConfirmArrival(job.id, email.id);
  return (
    <span className="row email__arrived">
      <button
        className="btn"
        type="button"
        aria-label={`It arrived at ${email.recipient}`}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate(undefined)}
      >
        <CircleCheck className="i i--14" aria-hidden />
        It arrived
      </button>
    </span>
  );
}

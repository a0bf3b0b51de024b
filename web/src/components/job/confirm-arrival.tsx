import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleCheck } from "lucide-react";
import { useConfirmArrival } from "../../api/delivery.ts";

/** An interrupted delivery is in doubt until a person has checked the inbox; this button confirms that it arrived. */
export function ConfirmArrival({ job, delivery }: { job: Job; delivery: Delivery }) {
  const confirm = useConfirmArrival(job.id, delivery.id);
  return (
    <span className="row delivery__actions">
      <button
        className="btn"
        type="button"
        aria-label={`It arrived at ${delivery.recipient}`}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate(undefined)}
      >
        <CircleCheck className="i i--14" aria-hidden />
        It arrived
      </button>
    </span>
  );
}

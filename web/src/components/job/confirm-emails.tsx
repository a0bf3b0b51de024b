import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleAlert } from "lucide-react";
import { useConfirmEmails } from "../../api/delivery.ts";
import { countDeliveries } from "../draft/deliveries.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";

/** Asks before a job sends many emails, because its containers held more files than the user could see. */
export function ConfirmEmails({ job }: { job: Job }) {
  const confirm = useConfirmEmails(job.id);
  const expired = useExpired();
  const emails = job.emailsToConfirm;
  if (emails === null) return null;
  const { one } = destinationKinds[job.destination];
  const all = countDeliveries(job.destination, emails);
  const press = (send: "separate" | "together") => () => (expired ? sayExpired() : confirm.mutate({ emails, send }));
  return (
    <section className="callout callout--bad callout--acts" aria-label="Confirm the number of emails">
      <CircleAlert className="i" aria-hidden />
      <p>
        <b>This job would send {all}.</b> Nothing is sent until you decide.
      </p>
      <div className="row">
        <button
          className="btn btn--sm"
          type="button"
          disabled={confirm.isPending}
          aria-disabled={expired || undefined}
          onClick={press("separate")}
        >
          Send {all}
        </button>
        <button
          className="btn btn--sm"
          type="button"
          disabled={confirm.isPending}
          aria-disabled={expired || undefined}
          onClick={press("together")}
        >
          Send one {one} instead
        </button>
      </div>
    </section>
  );
}

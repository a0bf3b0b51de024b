import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleAlert } from "lucide-react";
import { useConfirmEmails } from "../../api/delivery.ts";
import { countDeliveries } from "../draft/deliveries.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { isHeld } from "./reading/held-pages.ts";

/**
 * Asks before a job sends many emails, because its containers held more files than the user could see, or pages that
 * the inbox may refuse, because nobody could read them.
 */
export function ConfirmEmails({ job }: { job: Job }) {
  const confirm = useConfirmEmails(job.id);
  const expired = useExpired();
  const emails = job.emailsToConfirm;
  if (emails === null) return null;
  const { one } = destinationKinds[job.destination];
  const all = countDeliveries(job.destination, emails);
  const held = job.files.flatMap(({ reading }) => reading?.findings ?? []).filter(isHeld).length;
  const press = (send: "separate" | "together") => () => (expired ? sayExpired() : confirm.mutate({ emails, send }));
  return (
    <section className="callout callout--bad callout--acts" aria-label="Confirm the emails">
      <CircleAlert className="i" aria-hidden />
      <p>
        <b>
          {held > 0
            ? `The inbox may refuse ${held === 1 ? "a page that is" : `${held} pages that are`} hard to read.`
            : `This job would send ${all}.`}
        </b>{" "}
        Nothing is sent until you decide.
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
          {held > 0 && " anyway"}
        </button>
        {emails > 1 && (
          <button
            className="btn btn--sm"
            type="button"
            disabled={confirm.isPending}
            aria-disabled={expired || undefined}
            onClick={press("together")}
          >
            Send one {one} instead
          </button>
        )}
      </div>
    </section>
  );
}

import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { useConfirms } from "../../api/mail.ts";
import { time } from "../../ui/dates.ts";
import { count } from "../../ui/words.ts";
import { currentDeliveries, deliveredStage, type Stage, sentStage } from "./delivery-words.ts";
import { converted, filesIn, pagesOf } from "./job-words.ts";

/** Progress of a job: completed, current and coming stages. */
export function JobRail({ job }: { job: Job }) {
  const all = filesIn(job).length;
  const ready = converted(job).length;
  const made = job.outputs.length > 0;
  const confirms = useConfirms();
  const steps: (Stage & { name: string })[] = [
    { name: "Uploaded", note: time(job.createdAt), state: "ok" },
    {
      name: "Converted",
      note: ready === all && all > 0 ? count(pagesOf(job), "page") : `${ready} of ${all}`,
      state: ready === all && all > 0 ? "ok" : job.status === "failed" ? "" : "now",
    },
    {
      name: job.outputs.length > 1 ? `${job.outputs.length} PDFs` : "PDF",
      note: made && job.completedAt ? time(job.completedAt) : "",
      state: made ? "ok" : ready === all && job.status === "processing" ? "now" : "",
    },
  ];
  const deliveries = currentDeliveries(job);
  if (job.sendEmail) {
    const confirmed = confirms || deliveries.some(({ state }) => state === "delivered");
    // The last stage replaces the one of the PDF: four fit on a phone.
    if (confirmed) steps.splice(2, 1);
    steps.push({ name: destinationKinds[job.destination].step, ...sentStage(deliveries) });
    if (confirmed) steps.push({ name: "Delivered", ...deliveredStage(deliveries) });
  }
  return (
    <ol className="rail" style={{ gridTemplateColumns: `repeat(${steps.length}, 1fr)` }}>
      {steps.map(({ name, note, state }) => (
        <li key={name} className={state}>
          <b>{name}</b>
          <span className="num">{note || "\u00a0"}</span>
        </li>
      ))}
    </ol>
  );
}

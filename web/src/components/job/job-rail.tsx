import type { Job } from "@sheaf/contracts/jobs.ts";
import { time } from "../../ui/dates.ts";
import { count } from "../../ui/words.ts";
import { converted, pagesOf } from "./job-words.ts";

/** The way of a job: what is behind it, where it is, what is still to come. */
export function JobRail({ job }: { job: Job }) {
  const all = job.files.filter(({ state }) => state !== "left-out").length;
  const ready = converted(job).length;
  const made = job.outputs.length > 0;
  const steps = [
    { name: "Uploaded", note: time(job.createdAt), state: "ok" },
    {
      name: "Converted",
      note: ready === all ? count(pagesOf(job), "page") : `${ready} of ${all}`,
      state: ready === all ? "ok" : job.status === "failed" ? "" : "now",
    },
    {
      name: job.outputs.length > 1 ? `${job.outputs.length} PDFs` : "PDF",
      note: made && job.completedAt ? time(job.completedAt) : "",
      state: made ? "ok" : ready === all && job.status === "processing" ? "now" : "",
    },
  ];
  if (job.sendEmail) {
    const kept = job.deliveries.length > 0 && job.deliveries.every(({ state }) => state === "kept");
    steps.push({ name: "Email", note: kept ? "kept in outbox" : "", state: kept ? "ok" : made ? "now" : "" });
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

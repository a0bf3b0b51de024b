import type { Job } from "@sheaf/contracts/jobs.ts";
import type { ReactNode } from "react";
import { unfinished } from "../../api/jobs.ts";
import { time } from "../../ui/dates.ts";
import { FileName } from "../../ui/file-name.tsx";
import { size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";
import { count } from "../../ui/words.ts";
import { converted, shortReason } from "./job-words.ts";

/** What happened to a job, in the order in which it happened. */
export function JobTimeline({ job }: { job: Job }) {
  const { files, outputs, deliveries } = job;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const kept = deliveries.filter(({ state }) => state === "kept");
  const faulty = files.some(({ state }) => state === "refused" || state === "failed");
  const pages = outputs.reduce((sum, output) => sum + output.pages, 0);
  const outputBytes = outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

  return (
    <ol className="timeline">
      <Step at={job.createdAt} title={`Uploaded by ${job.uploadedBy}`}>
        <p className="num">
          {count(files.length, "file")}, {size(bytes)}
        </p>
      </Step>
      <Step
        look={faulty ? "is-bad" : unfinished(job) ? "is-busy" : ""}
        title={`Converted ${converted(job).length} of ${count(files.length, "file")}`}
      >
        <ul className="steps">
          {files.map((file) => (
            <li key={file.id}>
              <span className="row">
                <Tag name={file.originalName} />
                <span className="grow">
                  <FileName name={file.originalName} />
                </span>
                <span className="mute sm num nowrap">
                  {file.state === "converted" && fact(file.pages, file.convertedMs)}
                  {(file.state === "refused" || file.state === "failed" || file.state === "left-out") && (
                    <span className="bad">{shortReason(file)}</span>
                  )}
                  {file.state === "converting" && "converting"}
                  {file.state === "waiting" && "waiting"}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Step>
      {outputs.length > 0 && (
        <Step at={job.completedAt} title={outputs.length === 1 ? "Made one PDF" : `Made ${outputs.length} PDFs`}>
          <p className="num">
            {count(pages, "A4 page")}, {size(outputBytes)}
          </p>
        </Step>
      )}
      {kept.length > 0 && (
        <Step look="is-note" title={`Kept ${count(kept.length, "email")} in the outbox`}>
          <p>This installation has no mail service: nothing was sent.</p>
        </Step>
      )}
      {job.light.word === "Needs you" && (
        <Step look="is-next" title="Waiting for you">
          <p>Everything that worked is kept.</p>
        </Step>
      )}
    </ol>
  );
}

/** "2 pages, 0.9 s" */
function fact(pages: number | null, ms: number | null): string {
  const parts = [];
  if (pages !== null) parts.push(count(pages, "page"));
  if (ms !== null) parts.push(`${(ms / 1000).toFixed(1)} s`);
  return parts.join(", ");
}

interface StepProps {
  at?: string | null;
  look?: string;
  title: string;
  children?: ReactNode;
}

function Step({ at, look = "", title, children }: StepProps) {
  return (
    <li className={look}>
      {at ? <time dateTime={at}>{time(at)}</time> : <span />}
      <span className="node" />
      <div>
        <h4>{title}</h4>
        {children}
      </div>
    </li>
  );
}

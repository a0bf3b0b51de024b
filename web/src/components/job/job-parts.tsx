import type { Job } from "@sheaf/contracts/jobs.ts";
import type { ComponentProps, ReactNode } from "react";
import { Light } from "../../ui/light.tsx";
import { ConfirmEmails } from "./confirm-emails.tsx";
import { ConnectionLost } from "./connection-lost.tsx";
import { JobDeliveries } from "./job-deliveries.tsx";
import { JobError } from "./job-error.tsx";
import { JobFiles } from "./job-files.tsx";
import { JobPreview } from "./job-preview.tsx";
import { JobRail } from "./job-rail.tsx";
import { ProposedTurns } from "./reading/proposed-turns.tsx";
import { UndoBar } from "./undo-bar.tsx";

interface JobBodyProps extends ComponentProps<typeof JobFiles> {
  /** When the job was last read, in milliseconds since 1970. */
  readAt: number;
  /** Text shown until there is a PDF. */
  placeholder: string;
}

/** An open job in two columns: progress, files and deliveries, and the PDFs. */
export function JobBody({ job, actionsOf, readAt, placeholder }: JobBodyProps) {
  return (
    <>
      <div className="up__files">
        <ConnectionLost readAt={readAt} />
        <JobRail job={job} />
        <ConfirmEmails job={job} />
        <UndoBar job={job} />
        <ProposedTurns job={job} />
        <JobFiles job={job} actionsOf={actionsOf} />
        {job.deliveries.length > 0 && <JobDeliveries job={job} />}
        {job.status === "failed" && <JobError job={job} />}
      </div>
      <div className="up__deliver up__prev">
        <JobPreview job={job}>
          <p className="mute sm">{placeholder}</p>
        </JobPreview>
      </div>
    </>
  );
}

/** Footer of an open job: its light, its status in words, and a note for the reader. */
export function JobStatusLine({ job, words, note }: { job: Job; words: ReactNode; note: string }) {
  return (
    <div className="footnote" aria-live="polite">
      <div className="row row--3">
        <Light word={job.light.word} />
        <b className="num">{words}</b>
      </div>
      <p className="mute sm">{note}</p>
    </div>
  );
}

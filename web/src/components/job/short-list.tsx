import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { unfinished } from "../../api/jobs.ts";
import { Light } from "../../ui/light.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { Tags } from "../../ui/tags.tsx";
import { needsAttention } from "./delivery-words.ts";
import { JobDetail } from "./job-detail.tsx";
import { JobThumb } from "./job-thumb.tsx";
import { converted, filesIn } from "./job-words.ts";

interface ShortListProps {
  /** Its name for screen readers. */
  label: string;
  /** Heading of the column that identifies the jobs. */
  first: string;
  /** JobRow elements. */
  children: ReactNode;
}

/** A table of a few jobs: on the dashboard, on a customer's page. */
export function ShortList({ label, first, children }: ShortListProps) {
  return (
    <table className="table table--jobs" aria-label={label}>
      <TableHead heads={[first, "Files", "Status"]} actions="Action" />
      <tbody>{children}</tbody>
    </table>
  );
}

interface JobRowProps {
  job: Job;
  /** Identifies the job in the list: its customer, or the time of its upload. */
  title: string;
  /** Shown small below the title. */
  below: string;
  /** Shown small below the light. */
  words: string;
}

/** A row of a short list, with links to the job and to its PDFs. */
export function JobRow({ job, title, below, words }: JobRowProps) {
  return (
    <tr>
      <td className="c-main">
        <div className="row row--3">
          <JobThumb job={job} />
          <div className="cell grow">
            <Link className="rowlink" to={`/audit-trail?job=${job.id}`}>
              <b className="clip">{title}</b>
            </Link>
            <span className="num">{below}</span>
          </div>
        </div>
      </td>
      <td className="c-tags">
        <Tags names={filesIn(job).map(({ originalName }) => originalName)} />
      </td>
      <td className="c-light">
        <div className="cell">
          <Light word={job.light.word} />
          <JobDetail job={job} words={words} />
        </div>
      </td>
      <td className="r c-act">
        <Action job={job} title={title} />
      </td>
    </tr>
  );
}

function Action({ job, title }: Pick<JobRowProps, "job" | "title">) {
  const { id, outputs, pdfPath } = job;
  if (job.light.word === "Needs you" || needsAttention(job)) {
    return (
      <Link className="btn btn--sm" to={`/audit-trail?job=${id}`} aria-label={`Open the job of ${title}`}>
        Open
      </Link>
    );
  }
  if (unfinished(job)) {
    const share = converted(job).length / Math.max(1, filesIn(job).length);
    return <ProgressBar label={`Files of ${title} converted`} share={share} thin />;
  }
  if (!pdfPath) return null;
  const kind = outputs.length > 1 ? "ZIP" : "PDF";
  return (
    <a className="btn btn--sm btn--quiet" href={pdfPath} download aria-label={`Download the ${kind} of ${title}`}>
      <Download className="i i--14" aria-hidden />
      {kind}
    </a>
  );
}

import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { WithNames } from "../../ui/file-name.tsx";
import { Light } from "../../ui/light.tsx";
import { Tag } from "../../ui/tags.tsx";
import { count } from "../../ui/words.ts";
import { BringBack, LeaveOutItem } from "./item-actions.tsx";
import { ItemPath } from "./item-path.tsx";
import { fileMessage, fileWord, isFaulty, withoutAdvice, withoutPath } from "./job-words.ts";
import { HardPages, ReadingNote } from "./reading/file-reading.tsx";
import { ReplaceFile } from "./replace-file.tsx";

interface JobFileRowProps {
  file: JobFile;
  /** Nesting inside containers: 0 for an uploaded file. */
  depth: number;
  /** Path of the thumbnail of its first page. */
  picture: string | undefined;
  jobId: string;
  customer: Job["customer"];
  filesDeleted: boolean;
  /** Actions for a refused or failed file replace the usual ones and the advice in its message. */
  hasOwnActions: boolean;
  /** Below the row: actions for a refused or failed file. */
  actions?: ReactNode;
}

/** A file with its light, pages, notes and problem. Drawn again only when it has changed: a job may have 500. */
export const JobFileRow = memo(function JobFileRow(props: JobFileRowProps) {
  const { file, depth, picture, jobId, customer, filesDeleted, hasOwnActions, actions } = props;
  const faulty = isFaulty(file);
  return (
    <li className={`file file--job${depth > 0 ? " file--item" : ""}${faulty ? " is-bad" : ""}`}>
      {/* Has the same size without a picture, so that nothing moves when the picture loads. */}
      <span className={picture ? "thumb" : "thumb thumb--wait"}>
        {picture && <img src={picture} alt="" loading="lazy" />}
      </span>
      <span className="file__two">
        <span className="row">
          <Tag name={file.originalName} />
          <span className="file__name">
            <ItemPath file={file} />
          </span>
        </span>
        <Notes file={file} />
        <ReadingNote reading={file.reading} />
      </span>
      {file.pages !== null && <span className="file__size num">{count(file.pages, "page")}</span>}
      <Light word={faulty && filesDeleted ? "Failed" : fileWord(file.state)} />
      {file.canLeaveOut && <LeaveOutItem jobId={jobId} customer={customer} file={file} />}
      {file.canBringBack && <BringBack jobId={jobId} customer={customer} file={file} />}
      <Problem file={file} says={hasOwnActions ? withoutAdvice(file) : fileMessage(file)} />
      <HardPages jobId={jobId} file={file} />
      {file.canReplace && <ReplaceFile jobId={jobId} file={file} />}
      {actions}
    </li>
  );
});

/** The warnings about a converted file. */
export function Notes({ file }: { file: JobFile }) {
  return file.warnings.map(({ code, text }) => (
    <span className="file__note" key={`${code} ${text}`}>
      <TriangleAlert className="i i--14" aria-hidden />
      <span>{text}</span>
    </span>
  ));
}

function Problem({ file, says }: { file: JobFile; says: string | null }) {
  if (!says) return null;
  return (
    <div className="file__why">
      <CircleAlert className="i i--14" aria-hidden />
      <p>
        <WithNames text={withoutPath(file, says)} names={[file.originalName]} />
      </p>
    </div>
  );
}

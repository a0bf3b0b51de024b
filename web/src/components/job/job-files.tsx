import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { FileName, WithNames } from "../../ui/file-name.tsx";
import { Light } from "../../ui/light.tsx";
import { Tag } from "../../ui/tags.tsx";
import { count } from "../../ui/words.ts";
import { FaultyFile } from "./faulty-file.tsx";
import { firstPagePath } from "./first-page.ts";
import { fileMessage, fileWord, withoutAdvice } from "./job-words.ts";

interface JobFilesProps {
  job: Job;
  /** Actions for a refused or failed file; they replace the usual actions and the advice in its message. */
  actionsOf?: ((file: JobFile) => ReactNode) | undefined;
}

/** Lists each file of a job with its light, pages, notes, problem and actions. */
export function JobFiles({ job, actionsOf }: JobFilesProps) {
  return (
    <ol className="files" aria-label="Files">
      {job.files.map((file) => (
        <FileRow key={file.id} job={job} file={file} picture={firstPagePath(job, file)} actionsOf={actionsOf} />
      ))}
    </ol>
  );
}

interface FileRowProps extends JobFilesProps {
  file: JobFile;
  picture: string | null;
}

function FileRow({ job, file, picture, actionsOf }: FileRowProps) {
  const faulty = file.state === "refused" || file.state === "failed";
  const says = actionsOf ? withoutAdvice(file) : fileMessage(file);
  return (
    <li className={`file file--job${faulty ? " is-bad" : ""}`}>
      {/* Has the same size without a picture, so that nothing moves when the picture loads. */}
      <span className={picture ? "thumb" : "thumb thumb--wait"}>
        {picture && <img src={picture} alt="" loading="lazy" />}
      </span>
      <span className="file__two">
        <span className="row">
          <Tag name={file.originalName} />
          <span className="file__name">
            <FileName name={file.originalName} />
          </span>
        </span>
        {file.warnings.map(({ code, text }) => (
          <span className="file__note" key={`${code} ${text}`}>
            <TriangleAlert className="i i--14" aria-hidden />
            <span>{text}</span>
          </span>
        ))}
      </span>
      {file.pages !== null && <span className="file__size num">{count(file.pages, "page")}</span>}
      <Light word={faulty && job.filesDeleted ? "Failed" : fileWord(file.state)} />
      {says && (
        <div className="file__why">
          <CircleAlert className="i i--14" aria-hidden />
          <p>
            <WithNames text={says} names={[file.originalName]} />
          </p>
        </div>
      )}
      {faulty && !job.filesDeleted && (
        <Fragment key={`${file.originalName} ${file.sizeBytes}`}>
          {actionsOf ? actionsOf(file) : <FaultyFile job={job} file={file} />}
        </Fragment>
      )}
    </li>
  );
}

import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { usageQuery } from "../../api/billing.ts";
import { WithNames } from "../../ui/file-name.tsx";
import { size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";
import { number } from "../../ui/words.ts";
import { BringBack } from "./item-actions.tsx";
import { ItemPath } from "./item-path.tsx";
import { filesIn, withoutPath } from "./job-words.ts";

/**
 * Items of containers that are no documents by themselves, such as the picture of a signature: folded, each with the
 * reason and a button that adds it to the PDF.
 */
export function SetAside({ job }: { job: Job }) {
  const [pressed, setPressed] = useState<boolean>();
  const list = useId();
  const files = setAsideIn(job);
  // Open at first where only these files can make the job succeed.
  const open = pressed ?? (job.status === "failed" && filesIn(job).length === 0);
  if (files.length === 0) return null;
  const some = files.some(({ canBringBack }) => canBringBack);
  return (
    <section className="set-aside" aria-label="Set aside">
      <button
        className="link sm row set-aside__fold"
        type="button"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setPressed(!open)}
      >
        <ChevronRight className="i i--14" aria-hidden />
        Set aside ({number(files.length)})
      </button>
      <div id={list} hidden={!open}>
        <p className="mute sm">
          These files are not part of the PDF. {some ? <Cost /> : !job.filesDeleted && "They can no longer be added."}
        </p>
        <ol className="files" aria-label="Files set aside">
          {open && files.map((file) => <Row key={file.id} job={job} file={file} />)}
        </ol>
      </div>
    </section>
  );
}

/** Returns the files that are set aside, without those of a container whose files a user has yet to choose. */
function setAsideIn({ files }: Job): JobFile[] {
  const undecided = new Set(files.filter(({ awaitsChoice }) => awaitsChoice).map(({ id }) => id));
  return files.filter(
    ({ state, message, parentId }) =>
      state === "set-aside" && !(message === null && parentId !== null && undecided.has(parentId)),
  );
}

function Cost() {
  const { data: usage } = useQuery(usageQuery);
  if (!usage || isUnlimited(usage.documentsAllowed)) return null;
  return "Each one that you add uses one document.";
}

function Row({ job, file }: { job: Job; file: JobFile }) {
  return (
    <li className="file file--job file--item">
      <span className="file__two">
        <span className="row">
          <Tag name={file.originalName} />
          <span className="file__name">
            <ItemPath file={file} />
          </span>
        </span>
        {file.message && (
          <span className="mute sm">
            <WithNames text={withoutPath(file, file.message)} names={[file.originalName]} />
          </span>
        )}
      </span>
      <span className="file__size num">{size(file.sizeBytes)}</span>
      {file.canBringBack && <BringBack jobId={job.id} customer={job.customer} file={file} />}
    </li>
  );
}

import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import { useOwnPractice } from "../../api/installation.ts";
import { useRetryJobs } from "../../api/job-changes.ts";
import { unfinished } from "../../api/jobs.ts";
import { BulkDialog, Names } from "../../components/bulk/bulk-dialog.tsx";
import { canRetry } from "../../components/job/can-retry.ts";
import { dateTime } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/words.ts";
import { type BulkJobsProps, SendAllAgain } from "./send-all-again.tsx";

export type BulkAct = "retry" | "download" | "send-again";

/** Asks once before several jobs are retried, downloaded or sent again. */
export function BulkJobs({ act, ...props }: BulkJobsProps & { act: BulkAct }) {
  if (act === "retry") return <RetryAll {...props} />;
  return act === "download" ? <DownloadAll {...props} /> : <SendAllAgain {...props} />;
}

const nameOf = ({ customer, createdAt }: Job) => `${customer.name}, ${dateTime(createdAt)}`;

function RetryAll({ jobs, onEnd, onClose }: BulkJobsProps) {
  const ownPractice = useOwnPractice();
  const helped = jobs.filter(canRetry);
  const failed = jobs.filter(({ status }) => status === "failed").length;
  const [stuck, others] = [failed - helped.length, jobs.length - failed];
  return (
    <BulkDialog
      title={helped.length > 0 ? `Retry ${count(helped.length, "job")}` : "None of these jobs can be retried"}
      items={helped}
      nameOf={nameOf}
      action={{ label: "Retry", doing: "Retrying", done: "started again" }}
      act={useRetryJobs()}
      onEnd={onEnd}
      onClose={onClose}
    >
      {helped.length > 0 && (
        <p>Retry converts only the files that failed.{!ownPractice && " It uses no documents of your allowance."}</p>
      )}
      {stuck > 0 && (
        <p className="dim">
          {count(stuck, "failed job needs", "failed jobs need")} a password or another file first: open{" "}
          {stuck === 1 ? "it" : "each of them"}.
        </p>
      )}
      {others > 0 && (
        <p className="dim">
          {count(others, "selected job has", "selected jobs have")} not failed and will be left as{" "}
          {others === 1 ? "it is" : "they are"}.
        </p>
      )}
    </BulkDialog>
  );
}

function DownloadAll({ jobs, onEnd, onClose }: BulkJobsProps) {
  const ready = jobs.filter(({ pdfPath }) => pdfPath !== null);
  const going = jobs.filter(unfinished).length;
  const gone = jobs.length - ready.length - going;
  const pdfs = ready.reduce((sum, { outputs }) => sum + outputs.length, 0);
  return (
    <Dialog
      title={ready.length > 0 ? `Download ${count(ready.length, "job")}` : "None of these jobs has a PDF"}
      onClose={onClose}
    >
      <div className="dialog__body stack">
        {ready.length > 0 && <p>{`${count(pdfs, "PDF")} in one ZIP file.`}</p>}
        {going > 0 && (
          <p className="dim">
            {count(going, "selected job is", "selected jobs are")} unfinished and will not be included.
          </p>
        )}
        {gone > 0 && (
          <p className="dim">
            {count(gone, "selected job has", "selected jobs have")} no PDF to download: the job failed or its files have
            been deleted.
          </p>
        )}
        {ready.length > 0 && <Names names={ready.map(nameOf)} />}
      </div>
      <div className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
        {ready.length > 0 && (
          <a
            className="btn btn--primary"
            data-first
            href={`/api/jobs/download?ids=${ready.map(({ id }) => id).join(",")}`}
            download
            onClick={() => {
              onEnd();
              onClose();
            }}
          >
            <Download className="i i--14" aria-hidden />
            Download ZIP
          </a>
        )}
      </div>
    </Dialog>
  );
}

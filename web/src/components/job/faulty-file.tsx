import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { usageQuery } from "../../api/billing.ts";
import { useGivePassword, useLeaveOut } from "../../api/faulty-files.ts";
import { useRetryJob } from "../../api/job-changes.ts";
import { useCheckedText } from "../../ui/checked-text.ts";
import { PasswordField } from "../../ui/field.tsx";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { mayConvertOnRetry } from "./can-retry.ts";
import { ChooseItems } from "./choose-items.tsx";
import { FileAction } from "./file-action.tsx";
import { filesIn, nameInJob } from "./job-words.ts";
import { useReplacement } from "./replace-file.tsx";

interface FaultyFileProps {
  job: Job;
  file: JobFile;
}

/** Actions for a refused or failed file, in its own row. */
export function FaultyFile({ job, file }: FaultyFileProps) {
  const [asking, setAsking] = useState(false);
  const replacement = useReplacement({ jobId: job.id, file });
  const retry = useRetryJob();
  const others = filesIn(job).some(({ id }) => id !== file.id);

  if (replacement.progress) return replacement.progress;
  if (asking) return <LeaveOut job={job} file={file} onKeep={() => setAsking(false)} />;
  return (
    <div className="faulty-file">
      {file.reason === "password" && <Unlock job={job} file={file} />}
      {file.awaitsChoice && <ChooseItems job={job} container={file} />}
      {replacement.error}
      <div className="row row--links">
        {mayConvertOnRetry(file) && job.status === "failed" && (
          <FileAction name="Retry" of={file} onPress={() => retry.mutate(job.id)} />
        )}
        {replacement.action}
        {others && <FileAction name="Continue without it" of={file} onPress={() => setAsking(true)} />}
      </div>
    </div>
  );
}

function Unlock({ job, file }: FaultyFileProps) {
  const { text: password, setError, field } = useCheckedText();
  const give = useGivePassword({ jobId: job.id, fileId: file.id });
  const expired = useExpired();

  function unlock(event: FormEvent) {
    event.preventDefault();
    if (expired) return sayExpired();
    if (password === "") return setError("Enter the password");
    give.mutate(password);
  }

  return (
    <form className="faulty-file__unlock" noValidate onSubmit={unlock}>
      <PasswordField label={`Password for ${file.originalName}`} autoComplete="off" maxLength={500} {...field} />
      <button className="btn btn--primary" type="submit" disabled={give.isPending} aria-disabled={expired || undefined}>
        <KeyRound className="i i--14" aria-hidden />
        {give.isPending ? "Unlocking..." : "Unlock"}
      </button>
    </form>
  );
}

/** Leaving a file out cannot be undone, so it needs confirmation and says what it means. */
function LeaveOut({ job, file, onKeep }: FaultyFileProps & { onKeep: () => void }) {
  const { data: usage } = useQuery(usageQuery);
  const id = useId();
  return (
    <div
      className="faulty-file"
      role="alertdialog"
      aria-label={`Continue without ${nameInJob(file)}?`}
      aria-describedby={id}
    >
      <p className="sm" id={id}>
        {job.separatePdfs || job.separateEmails
          ? "The job is completed without this file."
          : "The PDF will contain the other files only."}
        {usage &&
          !isUnlimited(usage.documentsAllowed) &&
          " One document is returned to the allowance of the period in which it was uploaded."}
      </p>
      <div className="row">
        <LeaveOutButton job={job} file={file} />
        {/* biome-ignore lint/a11y/noAutofocus: a question that was just opened can be answered by keyboard */}
        <button className="btn btn--sm btn--quiet" type="button" autoFocus onClick={onKeep}>
          Keep waiting for this file
        </button>
      </div>
    </div>
  );
}

export function LeaveOutButton({ job, file }: FaultyFileProps) {
  const leaveOut = useLeaveOut();
  return (
    <button
      className="btn btn--sm"
      type="button"
      aria-label={`Continue without it: ${nameInJob(file)}`}
      disabled={leaveOut.isPending}
      onClick={() => leaveOut.mutate({ jobId: job.id, fileId: file.id })}
    >
      {leaveOut.isPending ? "Leaving out..." : "Continue without it"}
    </button>
  );
}

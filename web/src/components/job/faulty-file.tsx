import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { usageQuery } from "../../api/billing.ts";
import { useGivePassword, useLeaveOut, useReplaceFile } from "../../api/faulty-files.ts";
import { useRetryJob } from "../../api/job-changes.ts";
import { useCheckedText } from "../../ui/checked-text.ts";
import { FieldError, PasswordField } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { percent } from "../../ui/words.ts";
import { choose } from "../draft/chosen-files.ts";
import { problemsOf } from "../draft/file-problems.ts";
import { useFileLimit } from "../draft/upload-limits.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { mayConvertOnRetry } from "./can-retry.ts";
import { ChooseItems } from "./choose-items.tsx";
import { filesIn, nameInJob } from "./job-words.ts";

interface FaultyFileProps {
  job: Job;
  file: JobFile;
}

/** Actions for a refused or failed file, in its own row. */
export function FaultyFile({ job, file }: FaultyFileProps) {
  const ref = { jobId: job.id, fileId: file.id };
  const [asking, setAsking] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const replace = useReplaceFile(ref);
  const retry = useRetryJob();
  const expired = useExpired();
  const judge = useFileJudge();
  const guarded = (act: () => void) => () => (expired ? sayExpired() : act());
  const others = filesIn(job).some(({ id }) => id !== file.id);

  function picked([chosen]: File[]) {
    if (!chosen) return;
    const problem = judge(chosen);
    setWrong(problem);
    if (!problem) replace.mutate(chosen);
  }

  if (replace.isPending) return <Replacing share={replace.share} name={nameInJob(file)} />;
  if (asking) return <LeaveOut job={job} file={file} onKeep={() => setAsking(false)} />;
  return (
    <div className="faulty-file">
      {file.reason === "password" && <Unlock job={job} file={file} />}
      {file.awaitsChoice && <ChooseItems job={job} container={file} />}
      {wrong && <FieldError>{wrong}</FieldError>}
      <div className="row row--links">
        {mayConvertOnRetry(file) && job.status === "failed" && (
          <Act name="Retry" of={file} expired={expired} onPress={guarded(() => retry.mutate(job.id))} />
        )}
        <Act name="Replace file" of={file} expired={expired} onPress={guarded(() => picker.current?.click())} />
        {others && (
          <Act name="Continue without it" of={file} expired={expired} onPress={guarded(() => setAsking(true))} />
        )}
      </div>
      <FilePicker ref={picker} label={`Replacement for ${nameInJob(file)}`} onPick={picked} />
    </div>
  );
}

/** Returns a function that finds out why a file would be refused, before any of it is sent. */
function useFileJudge() {
  const limit = useFileLimit();
  return (file: File): string | undefined => {
    const [problem] = problemsOf(choose([file]), limit).values();
    return problem && `${file.name}: ${problem.what} Choose another file.`;
  };
}

interface ActProps {
  name: string;
  of: JobFile;
  expired: boolean;
  onPress: () => void;
}

function Act({ name, of, expired, onPress }: ActProps) {
  return (
    <button
      className="link sm"
      type="button"
      aria-label={`${name}: ${nameInJob(of)}`}
      aria-disabled={expired || undefined}
      onClick={onPress}
    >
      {name}
    </button>
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

function Replacing({ share, name }: { share: number; name: string }) {
  return (
    <div className="faulty-file" role="status">
      <p className="sm num">{share < 1 ? `Uploading, ${percent(share)} sent` : "Uploaded, waiting for confirmation"}</p>
      <ProgressBar label={`Replacing ${name}`} share={share} />
    </div>
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

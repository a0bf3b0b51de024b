import type { Job } from "@sheaf/contracts/jobs.ts";
import { fillSubject } from "@sheaf/contracts/subject.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { jobQuery } from "../../api/jobs.ts";
import { date } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/words.ts";
import { sendingOf, useDraft, useDraftActions } from "../draft/draft-provider.tsx";
import { JobView } from "../job/job-view.tsx";
import { filesIn } from "../job/job-words.ts";
import { ChoosingView } from "./choosing-view.tsx";
import { SendingView } from "./sending-view.tsx";

interface UploadDialogProps {
  /** The job to show; undefined while an upload is being chosen or sent. */
  jobId: string | undefined;
  dropping: boolean;
  onClose: () => void;
}

/** One dialog from the empty upload to the finished job: only its contents change, so nothing jumps. */
export function UploadDialog({ jobId, dropping, onClose }: UploadDialogProps) {
  const draft = useDraft();
  const { closeDialog } = useDraftActions();
  const dragging = useRef(false);
  useBackCloses(closeDialog);
  const sending = jobId ? undefined : sendingOf(draft);
  const { data: job } = useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== undefined });

  return (
    <Dialog
      title={(jobId && job?.customer.name) || "Upload Documents"}
      subtitle={(jobId && job && subjectOf(job)) || undefined}
      wide
      onClose={onClose}
      holdEscape={() => dragging.current}
    >
      {jobId && <JobView id={jobId} onClose={onClose} />}
      {sending && <SendingView choices={sending} />}
      {!jobId && draft.phase === "choosing" && <ChoosingView dropping={dropping} dragging={dragging} />}
    </Dialog>
  );
}

/**
 * Closes the dialog on Back, which on a phone is how users leave a full screen. The chosen files stay for the next
 * time.
 */
function useBackCloses(close: () => void): void {
  const { key } = useLocation();
  const way = useNavigationType();
  const at = useRef(key);
  useEffect(() => {
    if (at.current === key) return;
    at.current = key;
    if (way === "POP") close();
  }, [key, way, close]);
}

/** Returns the subject of the job's emails, sent or still to be sent. */
function subjectOf({ createdAt, customer, deliveries, emailSubject, files }: Job): string | undefined {
  if (deliveries[0]) return deliveries[0].subject;
  if (!emailSubject) return undefined;
  const number = filesIn({ files }).length;
  const values = { customer: customer.name, date: date(createdAt), files: count(number, "file") };
  return fillSubject(emailSubject, values);
}

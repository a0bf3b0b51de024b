import { useRef } from "react";
import { useJob } from "../../api/jobs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { JobView } from "../job/job-view.tsx";
import { ChoosingView } from "./choosing-view.tsx";
import { useDraft } from "./draft-provider.tsx";
import { SendingView } from "./sending-view.tsx";

/** From empty to done in one frame: only the contents change, so nothing jumps. */
export function UploadDialog({ dropping }: { dropping: boolean }) {
  const { draft, closeDialog } = useDraft();
  const dragging = useRef(false);
  const { phase } = draft;

  if (typeof phase === "object") return <JobDialog id={phase.jobId} onClose={closeDialog} />;
  return (
    <Dialog
      title="Upload Documents"
      wide
      onClose={phase === "sending" ? undefined : closeDialog}
      holdEscape={() => dragging.current}
    >
      {phase === "sending" ? <SendingView /> : <ChoosingView dropping={dropping} dragging={dragging} />}
    </Dialog>
  );
}

function JobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: job } = useJob(id);
  return (
    <Dialog title={job?.customer.name ?? "Upload"} subtitle={job?.emailSubject ?? undefined} wide onClose={onClose}>
      <JobView id={id} onClose={onClose} />
    </Dialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { jobQuery } from "../../api/jobs.ts";
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
  const jobId = typeof phase === "object" ? phase.jobId : undefined;
  const { data: job } = useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== undefined });

  return (
    <Dialog
      title={(jobId && job?.customer.name) || "Upload Documents"}
      subtitle={(jobId && job?.emailSubject) || undefined}
      wide
      onClose={phase === "sending" ? undefined : closeDialog}
      holdEscape={() => dragging.current}
    >
      {jobId && <JobView id={jobId} onClose={closeDialog} />}
      {phase === "sending" && <SendingView />}
      {phase === "choosing" && <ChoosingView dropping={dropping} dragging={dragging} />}
    </Dialog>
  );
}

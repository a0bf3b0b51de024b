import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { jobQuery } from "../../api/jobs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { JobView } from "../job/job-view.tsx";
import { ChoosingView } from "./choosing-view.tsx";
import { jobOf, sendingOf, useDraft } from "./draft-provider.tsx";
import { SendingView } from "./sending-view.tsx";

/** From empty to done in one frame: only the contents change, so nothing jumps. */
export function UploadDialog({ dropping }: { dropping: boolean }) {
  const { draft, closeDialog } = useDraft();
  const dragging = useRef(false);
  const jobId = jobOf(draft);
  const sending = sendingOf(draft);
  const { data: job } = useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== undefined });

  return (
    <Dialog
      title={(jobId && job?.customer.name) || "Upload Documents"}
      subtitle={(jobId && job?.emailSubject) || undefined}
      wide
      onClose={closeDialog}
      holdEscape={() => dragging.current}
    >
      {jobId && <JobView id={jobId} onClose={closeDialog} />}
      {sending && <SendingView choices={sending} />}
      {draft.phase === "choosing" && <ChoosingView dropping={dropping} dragging={dragging} />}
    </Dialog>
  );
}

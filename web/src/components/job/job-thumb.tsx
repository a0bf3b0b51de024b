import type { Job } from "@sheaf/contracts/jobs.ts";
import { useState } from "react";

/** Thumbnail of the first page of a job's PDF; an empty sheet while there is none. */
export function JobThumb({ job }: { job: Job }) {
  const [missing, setMissing] = useState(false);
  const first = job.outputs[0];
  const path = first?.previewPath && first.thumbnails > 0 ? `${first.previewPath}/pages/1.webp` : null;
  if (!path || missing) return <span className="thumb thumb--wait" aria-hidden />;
  return (
    <span className="thumb" aria-hidden>
      <img className="thumb__page" src={path} alt="" loading="lazy" onError={() => setMissing(true)} />
    </span>
  );
}

import type { Job } from "@sheaf/contracts/jobs.ts";
import { ExternalLink, FileText } from "lucide-react";
import { useState } from "react";
import { FileName } from "../../ui/file-name.tsx";
import { size } from "../../ui/sizes.ts";
import { count } from "../../ui/words.ts";
import { JobPages } from "./job-pages.tsx";

/** The PDFs of a job: one at a time to look at here, each also in a tab of its own (and only there on a phone). */
export function JobPreview({ job, children }: { job: Job; children?: React.ReactNode }) {
  const [chosen, setChosen] = useState<string>();
  const { outputs } = job;
  const shown = outputs.find(({ id }) => id === chosen) ?? outputs[0];

  if (!shown) return <>{children}</>;
  return (
    <>
      <div className="row between">
        <b className="label clip">
          <FileName name={shown.name} />
        </b>
        <span className="mute sm num nowrap">
          {count(shown.pages, "page")}, {size(shown.sizeBytes)}
        </span>
      </div>
      {outputs.length > 1 && (
        <ul className="outputs" aria-label="PDFs">
          {outputs.map((output) => (
            <li key={output.id}>
              <button type="button" aria-pressed={output === shown} onClick={() => setChosen(output.id)}>
                <FileText className="i i--14" aria-hidden />
                <span className="grow">
                  <FileName name={output.name} />
                </span>
                <span className="mute sm num nowrap">{count(output.pages, "page")}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.previewPath ? (
        <>
          <iframe
            key={shown.id}
            className="thumb--frame"
            title={`Preview of ${shown.name}`}
            src={`${shown.previewPath}#view=FitH&toolbar=0&navpanes=0`}
          />
          <JobPages output={shown} />
          <a className="link sm row" href={shown.previewPath} target="_blank" rel="noreferrer">
            <ExternalLink className="i i--14" aria-hidden />
            Open in a new tab
          </a>
        </>
      ) : (
        <p className="mute sm">The files of this job have been deleted. Its entry stays.</p>
      )}
    </>
  );
}

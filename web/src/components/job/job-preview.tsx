import type { Job, JobOutput } from "@sheaf/contracts/jobs.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { ExternalLink, Eye, EyeOff, FileText, ScanText } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { FileName } from "../../ui/file-name.tsx";
import { ShowAll, useFolded } from "../../ui/folded.tsx";
import { size } from "../../ui/sizes.ts";
import { count } from "../../ui/words.ts";
import { JobPages } from "./job-pages.tsx";

interface JobPreviewProps {
  job: Job;
  /** "asked": thumbnails of the pages first, the PDF itself after a press. */
  frame?: "shown" | "asked";
  /** Shown until there is a PDF. */
  children?: ReactNode;
}

/** The PDFs of a job: one of them is shown here, and each can be opened in a separate tab (on a phone only there). */
export function JobPreview({ job, frame = "shown", children }: JobPreviewProps) {
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
          {count(shown.pages, "page")}, {size(shown.searchable?.sizeBytes ?? shown.sizeBytes)}
        </span>
      </div>
      {outputs.length > 1 && <Outputs outputs={outputs} chosen={shown} onChoose={setChosen} />}
      {shown.previewPath ? (
        <Preview key={shown.id} output={shown} path={shown.previewPath} frame={frame} />
      ) : (
        <p className="mute sm">The files of this job have been deleted. The job stays in the audit trail.</p>
      )}
    </>
  );
}

interface OutputsProps {
  outputs: JobOutput[];
  chosen: JobOutput;
  onChoose: (id: string) => void;
}

function Outputs({ outputs, chosen, onChoose }: OutputsProps) {
  const limit = uploadLimits.filesPerJob;
  const { shown, showAll } = useFolded(outputs, { limit, keep: (output) => output === chosen });
  return (
    <>
      <ul className="outputs" aria-label="PDFs">
        {shown.map((output) => (
          <li key={output.id}>
            <button type="button" aria-pressed={output === chosen} onClick={() => onChoose(output.id)}>
              <FileText className="i i--14" aria-hidden />
              <span className="grow">
                <FileName name={output.name} />
              </span>
              <span className="mute sm num nowrap">{count(output.pages, "page")}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowAll showAll={showAll} of={outputs.length} what="PDFs" />
    </>
  );
}

function Preview({ output, path, frame }: { output: JobOutput; path: string; frame: "shown" | "asked" }) {
  const [open, setOpen] = useState(frame === "shown");
  // A frame takes the browser longer than everything else here: the rest, with the job's light, shows before it.
  const framed = useDeferredValue(open, false);
  const Icon = open ? EyeOff : Eye;
  return (
    <>
      {open &&
        (framed ? (
          <iframe
            className="thumb--frame"
            loading="lazy" // a phone does not show it, and must not load the PDF for it
            title={`Preview of ${output.name}`}
            // Chromium reads the last three parameters. Firefox reads the first; without it, the sidebar is open
            // beside the page.
            src={`${path}#pagemode=none&view=FitH&toolbar=0&navpanes=0`}
          />
        ) : (
          <div className="thumb--frame" />
        ))}
      <JobPages output={output} />
      <div className="row row--3 preview__acts">
        {frame === "asked" && (
          <button
            className="link sm row preview__toggle"
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon className="i i--14" aria-hidden />
            {open ? "Close the preview" : "Preview"}
          </button>
        )}
        <a className="link sm row" href={path} target="_blank" rel="noreferrer">
          <ExternalLink className="i i--14" aria-hidden />
          Open in a new tab
        </a>
        {output.searchable && (
          <span className="mute sm row" title="The words of its scanned pages can be found and copied.">
            <ScanText className="i i--14" aria-hidden />
            Searchable PDF
          </span>
        )}
      </div>
    </>
  );
}

import type { ReadabilityFinding } from "@sheaf/contracts/file-reading.ts";
import type { JobFile } from "@sheaf/contracts/jobs.ts";
import { ScanText } from "lucide-react";
import { pagePicturePath } from "../../../api/page-picture.ts";
import { ShowAll, useFolded } from "../../../ui/folded.tsx";
import { PagePicture } from "../../page-picture/page-picture.tsx";
import { isHeld } from "./held-pages.ts";
import "./reading.css";

/** In a file's row: whether its pages are still being read, or were not. Nothing once they are. */
export function ReadingNote({ reading }: Pick<JobFile, "reading">) {
  const words = reading?.detail ?? (reading?.state === "waiting" ? "Its pages are being read" : null);
  if (!words) return null;
  return (
    <span className="file__reading">
      <ScanText className="i i--14" aria-hidden />
      <span>{words}</span>
    </span>
  );
}

/** Findings shown at first; a long scan may have one for each page. */
const shownAtFirst = 3;

interface HardPagesProps {
  jobId: string;
  file: JobFile;
}

/** Pages that a person or an inbox could not read, each with its picture and what to do. */
export function HardPages({ jobId, file }: HardPagesProps) {
  const findings = file.reading?.findings ?? [];
  const { shown, showAll } = useFolded(findings, { limit: shownAtFirst, keep: isHeld });
  if (findings.length === 0) return null;
  return (
    <div className="hard-pages">
      <ul aria-label={`Pages of ${file.originalName} that are hard to read`}>
        {shown.map((finding) => (
          <HardPage
            key={`${finding.page} ${finding.problem}`}
            jobId={jobId}
            path={pagePicturePath(jobId, file.id, finding.page)}
            finding={finding}
            isOnlyPage={file.pages === 1}
          />
        ))}
      </ul>
      <ShowAll showAll={showAll} of={findings.length} what="pages" />
    </div>
  );
}

interface HardPageProps {
  jobId: string;
  path: string;
  finding: ReadabilityFinding;
  isOnlyPage: boolean;
}

function HardPage({ jobId, path, finding, isOnlyPage }: HardPageProps) {
  const { page, title, text } = finding;
  return (
    <li className={isHeld(finding) ? "hard-page is-held" : "hard-page"}>
      <a className="hard-page__picture" href={path} target="_blank" rel="noreferrer" title="Open the picture">
        <PagePicture jobId={jobId} path={path} alt={`Page ${page}`} />
      </a>
      <div>
        <b>{isOnlyPage ? title : `Page ${page}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}</b>
        <p>{text}</p>
      </div>
    </li>
  );
}

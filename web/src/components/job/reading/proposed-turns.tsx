import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { RotateCw } from "lucide-react";
import { pagePicturePath } from "../../../api/page-picture.ts";
import { useTurnPages } from "../../../api/turn-pages.ts";
import { count } from "../../../ui/words.ts";
import { PagePicture } from "../../page-picture/page-picture.tsx";
import { sayExpired, useExpired } from "../../plan/expired.ts";
import { type LyingPage, lyingPages } from "./lying-pages.ts";
import "./reading.css";

/** Pictures shown; a long scan may lie upside down as a whole. */
const maxPictures = 6;

/** Proposes to turn the scanned pages of a job that do not stand upright, all of them by one press. */
export function ProposedTurns({ job }: { job: Job }) {
  const pages = lyingPages(job);
  const turn = useTurnPages(job.id);
  const expired = useExpired();
  const [first, ...others] = pages;
  if (!first) return null;
  const all = pages.map(({ fileId, page }) => ({ fileId, page }));
  const left = pages.length - maxPictures;
  return (
    <section className="callout callout--busy turns" aria-label="Pages that do not stand upright">
      <ul className="turns__pages">
        {pages.slice(0, maxPictures).map(({ fileId, fileName, page }) => (
          <li key={`${fileId} ${page}`}>
            <PagePicture
              jobId={job.id}
              path={pagePicturePath(job.id, fileId, page)}
              alt={`Page ${page} of ${fileName}`}
            />
          </li>
        ))}
        {left > 0 && <li className="mute sm num">and {count(left, "more page")}</li>}
      </ul>
      <div className="grow">
        <p>
          <b>
            {others.length === 0
              ? `${nameOf(first, job)} ${lies[first.turn]}.`
              : `${pages.length} pages do not stand upright.`}
          </b>
        </p>
        <p className="dim sm">
          {job.sendEmail
            ? "Turning makes a new version of the PDFs. Emails already sent stay as they are, and nothing is sent again."
            : "Turning makes a new version of the PDFs."}
        </p>
      </div>
      <button
        className="btn"
        type="button"
        disabled={turn.isPending}
        aria-disabled={expired || undefined}
        onClick={() => (expired ? sayExpired() : turn.mutate(all))}
      >
        <RotateCw className="i i--14" aria-hidden />
        {turn.isPending ? "Turning..." : others.length === 0 ? "Turn it upright" : `Turn ${pages.length} pages upright`}
      </button>
    </section>
  );
}

const lies: Record<Turn, string> = {
  0: "stands upright",
  90: "is on its side",
  180: "is upside down",
  270: "is on its side",
};

/** "Page 2 of scan.pdf", "Page 2" of a job with one file, "photo.jpg" with one page. */
function nameOf({ page, fileName, isOnlyPage }: LyingPage, { files }: Job): string {
  if (isOnlyPage) return fileName;
  return files.length === 1 ? `Page ${page}` : `Page ${page} of ${fileName}`;
}

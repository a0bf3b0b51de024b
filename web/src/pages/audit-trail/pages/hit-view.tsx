import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { useJob } from "../../../api/jobs.ts";
import { hitKey } from "../../../api/page-search.ts";
import { PagePicture } from "../../../components/page-picture/page-picture.tsx";
import { Snippet } from "../../../components/page-picture/snippet.tsx";
import { date, dateTime } from "../../../ui/dates.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { number } from "../../../ui/words.ts";
import { pageWords } from "./hit-list.tsx";

interface HitViewProps {
  hits: PageHit[];
  /** Index of the shown hit. */
  at: number;
  /** Further hits follow those loaded. */
  hasMore: boolean;
  onMore: () => void;
  onOpen: (hit: string) => void;
  onClose: () => void;
}

/** A page that was found, large, with the words marked. The arrow keys show the previous and the next one. */
export function HitView({ hits, at, hasMore, onMore, onOpen, onClose }: HitViewProps) {
  const hit = hits[at];
  const [before, after] = [hits[at - 1], hits[at + 1]];

  useEffect(() => {
    if (!after && hasMore) onMore();
  }, [after, hasMore, onMore]);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = event.key === "ArrowLeft" ? before : event.key === "ArrowRight" ? after : undefined;
      if (next) onOpen(hitKey(next));
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [before, after, onOpen]);

  if (!hit) return null;
  return (
    <Dialog title={hit.fileName} subtitle={pageWords(hit)} wide="page" onClose={onClose}>
      <div className="hit-view">
        <Page key={hitKey(hit)} hit={hit} />
        <About hit={hit} />
      </div>
      <div className="dialog__foot hit-view__foot">
        <button
          className="btn"
          type="button"
          aria-keyshortcuts="ArrowLeft"
          aria-disabled={!before || undefined}
          onClick={() => before && onOpen(hitKey(before))}
        >
          <ChevronLeft className="i i--14" aria-hidden />
          Previous
        </button>
        <button
          className="btn"
          type="button"
          data-first
          aria-keyshortcuts="ArrowRight"
          aria-disabled={!after || undefined}
          onClick={() => after && onOpen(hitKey(after))}
        >
          Next
          <ChevronRight className="i i--14" aria-hidden />
        </button>
        <p className="mute sm num" role="status">
          {number(at + 1)} of {number(hits.length)}
          {hasMore && " or more"}
        </p>
        <span className="grow" />
        <Links hit={hit} />
      </div>
    </Dialog>
  );
}

/** Begins at the first mark when that is further down. */
function Page({ hit }: { hit: PageHit }) {
  const scroller = useRef<HTMLElement>(null);
  function scrollToMark() {
    const box = scroller.current;
    const mark = box?.querySelector(".page-picture__mark");
    if (!box || !mark) return;
    const below = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += Math.max(0, below - box.clientHeight / 3);
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="hit-view__page" tabIndex={0} aria-label="The page" ref={scroller}>
      <PagePicture
        jobId={hit.jobId}
        path={hit.picturePath}
        alt={`${pageWords(hit)} of ${hit.fileName}`}
        size={hit}
        marks={hit.boxes}
        large
        onDrawn={() => requestAnimationFrame(scrollToMark)}
      />
    </section>
  );
}

function About({ hit }: { hit: PageHit }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="hit-view__about" tabIndex={0} aria-label="About the page">
      <p className="hit-view__snippet">
        <Snippet snippet={hit.snippet} />
      </p>
      <dl>
        <div>
          <dt>Customer</dt>
          <dd>{hit.customerName}</dd>
        </div>
        <div>
          <dt>Uploaded</dt>
          <dd className="num">{dateTime(hit.createdAt)}</dd>
        </div>
        {hit.keptUntil && (
          <div>
            <dt>Kept until</dt>
            <dd className="num">{date(hit.keptUntil)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Links({ hit: { jobId } }: { hit: PageHit }) {
  const [query] = useSearchParams();
  const { data: job } = useJob(jobId);
  const beside = new URLSearchParams(query);
  beside.delete("hit");
  beside.set("job", jobId);
  return (
    <>
      <Link className="btn" to={`?${beside}`}>
        Open job
      </Link>
      {job?.pdfPath && (
        <a className="btn btn--primary" href={job.pdfPath} download>
          <Download className="i i--14" aria-hidden />
          {job.outputs.length > 1 ? `Download ${job.outputs.length} PDFs` : "Download PDF"}
        </a>
      )}
    </>
  );
}

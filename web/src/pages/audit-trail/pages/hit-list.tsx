import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { Link, useSearchParams } from "react-router";
import { hitKey } from "../../../api/page-search.ts";
import { PagePicture } from "../../../components/page-picture/page-picture.tsx";
import { Snippet } from "../../../components/page-picture/snippet.tsx";
import { dateTime } from "../../../ui/dates.ts";
import { FileName } from "../../../ui/file-name.tsx";
import { Tag } from "../../../ui/tags.tsx";

interface HitListProps {
  hits: PageHit[];
  /** Id of the job in the drawer. */
  openJob: string | null;
  onOpen: (hit: string) => void;
}

export function HitList({ hits, openJob, onOpen }: HitListProps) {
  const [query] = useSearchParams();
  return (
    <ol className="hits__list" aria-label="Pages found">
      {hits.map((hit) => (
        // The whole row is a larger target for the link in it, which the keyboard uses.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside is reached by keyboard
        <li
          key={hitKey(hit)}
          className={hit.jobId === openJob ? "hit is-on" : "hit"}
          onClick={({ target }) => target instanceof Element && !target.closest("a") && onOpen(hitKey(hit))}
        >
          <span className="hit__picture" aria-hidden>
            <PagePicture jobId={hit.jobId} path={hit.picturePath} alt="" size={hit} marks={hit.boxes} />
          </span>
          <div className="hit__words">
            <Link
              className="rowlink hit__file"
              to={`?${withHit(query, hitKey(hit))}`}
              onClick={(event) => {
                // With a modifier key the browser opens the link in a new tab.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(hitKey(hit));
              }}
            >
              <Tag name={hit.fileName} />
              <b>
                <FileName name={hit.fileName} />
              </b>
              <span className="mute sm num nowrap">{pageWords(hit)}</span>
            </Link>
            <p className="hit__snippet">
              <Snippet snippet={hit.snippet} />
            </p>
            <p className="mute sm num">{`${hit.customerName} · ${dateTime(hit.createdAt)}`}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** "Page 3 of 12" */
export const pageWords = ({ page, pages }: Pick<PageHit, "page" | "pages">) => `Page ${page} of ${pages}`;

function withHit(query: URLSearchParams, hit: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set("hit", hit);
  return next;
}

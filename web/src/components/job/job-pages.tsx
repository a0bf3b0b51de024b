import type { JobOutput } from "@sheaf/contracts/jobs.ts";
import { thumbnailLimits } from "@sheaf/contracts/limits.ts";
import { useState } from "react";
import { count } from "../../ui/words.ts";

/** Thumbnails of a PDF's first pages; an empty sheet where there is no picture (yet). */
export function JobPages({ output }: { output: JobOutput }) {
  const { id, pages, thumbnails, previewPath } = output;
  if (!previewPath) return null;
  const shown = Math.min(pages, thumbnailLimits.pages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="thumbs thumbs--row pages" aria-label={`Pages of ${output.name}`} tabIndex={0}>
      {Array.from({ length: shown }, (_, index) => index + 1).map((page) => (
        <figure key={`${id}-${page}`}>
          <Sheet path={page <= thumbnails ? `${previewPath}/pages/${page}.webp` : null} page={page} />
          <figcaption>{page}</figcaption>
        </figure>
      ))}
      {pages > shown && <p className="mute sm nowrap">and {count(pages - shown, "more page")}</p>}
    </section>
  );
}

/** Portrait or landscape, depending on its picture. */
function Sheet({ path, page }: { path: string | null; page: number }) {
  const [isLandscape, setIsLandscape] = useState(false);
  const [missing, setMissing] = useState(false);
  if (!path || missing) return <span className="thumb thumb--md thumb--wait" />;
  return (
    <span className={`thumb thumb--md${isLandscape ? " thumb--land" : ""}`}>
      <img
        src={path}
        alt={`Page ${page}`}
        loading="lazy"
        onLoad={({ currentTarget }) => setIsLandscape(currentTarget.naturalWidth > currentTarget.naturalHeight)}
        onError={() => setMissing(true)}
      />
    </span>
  );
}

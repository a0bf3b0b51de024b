import type { Box } from "@sheaf/contracts/reading.ts";
import { useState } from "react";
import { useDrawnPicture } from "../../api/page-picture.ts";
import { A4 } from "./a4.ts";
import "./page-picture.css";

interface PagePictureProps {
  jobId: string;
  path: string;
  /** Text for a picture that says something by itself; "" beside words that say the same. */
  alt: string;
  /** Size of the page in points; A4 until the picture shows otherwise. */
  size?: { width: number; height: number };
  /** Areas to mark, in points. */
  marks?: readonly Box[];
  /** A picture large enough to be read says in words that it is not there yet. */
  large?: boolean;
  onDrawn?: () => void;
}

/** The picture of a page with marked areas; a quiet sheet until the server has drawn it. */
export function PagePicture({ jobId, path, alt, size, marks = [], large = false, onDrawn }: PagePictureProps) {
  const [shape, setShape] = useState(size ?? A4);
  const [isLoaded, setIsLoaded] = useState(false);
  const [failures, setFailures] = useState(0);
  const drawn = useDrawnPicture(jobId, path, failures > 0);
  const isWaiting = failures > 0 && !drawn.data?.isDrawn;
  // Drawn according to the server, and yet not to be loaded: there is nothing to wait for.
  const isMissing = drawn.isError || failures > 1;
  return (
    <span
      className={`page-picture${large ? " page-picture--large" : ""}${isLoaded ? "" : " is-waiting"}`}
      style={{ aspectRatio: `${shape.width} / ${shape.height}` }}
    >
      {!isWaiting && !isMissing && (
        <img
          // Another element after a failure: a browser does not load the same one again.
          key={failures}
          src={path}
          alt={alt}
          loading={large ? "eager" : "lazy"}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (!size && naturalWidth > 0) setShape({ width: naturalWidth, height: naturalHeight });
            setIsLoaded(true);
            onDrawn?.();
          }}
          onError={() => setFailures(failures + 1)}
        />
      )}
      {isLoaded &&
        marks.map(([left, top, right, bottom]) => (
          <span
            key={`${left} ${top} ${right} ${bottom}`}
            className="page-picture__mark"
            aria-hidden
            style={{
              left: share(left, shape.width),
              top: share(top, shape.height),
              width: share(right - left, shape.width),
              height: share(bottom - top, shape.height),
            }}
          />
        ))}
      {large && (isMissing || isWaiting) && (
        <span className="page-picture__note sm" role="status">
          {isMissing ? "This page cannot be shown." : "The picture of this page is being drawn."}
        </span>
      )}
    </span>
  );
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`;

import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { Fragment } from "react";
import "./page-picture.css";

/** The words around a hit, with the hit marked. */
export function Snippet({ snippet }: Pick<PageHit, "snippet">) {
  return snippet.map(({ text, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no ids
      <mark key={index} className="snippet__hit">
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no ids
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}

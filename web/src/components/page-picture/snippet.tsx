import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { Fragment } from "react";
import "./page-picture.css";

/** The words around a hit, with the hit marked. */
export function Snippet({ snippet }: Pick<PageHit, "snippet">) {
  return snippet.map(({ text, isHit }, index) => {
    const Part = isHit ? "mark" : Fragment;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no ids
    return <Part key={index}>{text}</Part>;
  });
}

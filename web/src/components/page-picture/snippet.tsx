import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { Fragment } from "react";
import "./page-picture.css";

interface SnippetProps {
  snippet: PageHit["snippet"];
  /** Number of words kept before the first hit where there is little room; all when left out. */
  before?: number;
}

/** The words around a hit, with the hit marked. */
export function Snippet({ snippet, before }: SnippetProps) {
  const [first, ...others] = snippet;
  const shortened =
    before !== undefined && first && !first.isHit && others.length > 0
      ? [{ text: lastWords(first.text, before), isHit: false }, ...others]
      : snippet;
  return shortened.map(({ text, isHit }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no ids
    <Fragment key={index}>
      {isApart(shortened[index - 1]?.text, text) && " "}
      {isHit ? <mark className="snippet__hit">{text}</mark> : text}
    </Fragment>
  ));
}

/** Whether a space has to be written between two parts. */
const isApart = (before: string | undefined, text: string) =>
  before !== undefined && !/\s$/.test(before) && !/^\s/.test(text);

/** "… two words " */
function lastWords(text: string, number: number): string {
  const words = text.trim().split(/\s+/);
  return words.length > number ? `… ${words.slice(-number).join(" ")} ` : text;
}

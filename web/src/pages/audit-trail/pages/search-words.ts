import { number } from "../../../ui/words.ts";

interface Found {
  q: string;
  /** The words that were searched instead, when those typed were not found. */
  correction: string | null;
  /** Further hits follow those loaded. */
  hasMore: boolean;
}

/** Describes a result: "Searched for “kestrel” instead of “kestrl”. 3 pages found." */
export function foundWords(shown: number, { q, correction, hasMore }: Found): string {
  const pages = shown === 1 ? "1 page" : `${number(shown)} pages`;
  const found = shown === 0 ? "No page found." : hasMore ? `The newest ${pages}.` : `${pages} found.`;
  return correction === null ? found : `Searched for “${correction}” instead of “${q}”. ${found}`;
}

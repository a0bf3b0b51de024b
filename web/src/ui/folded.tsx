import { useState } from "react";
import { number } from "./words.ts";

interface FoldedOptions<T> {
  /** A longer list is folded. */
  limit: number;
  /** Entries that are shown wherever they stand. */
  keep?: (entry: T) => boolean;
}

/** Returns the first entries of a long list and those to keep; `showAll` is undefined when these are all. */
export function useFolded<T>(all: readonly T[], { limit, keep }: FoldedOptions<T>) {
  const [open, setOpen] = useState(false);
  if (open || all.length <= limit) return { shown: all, showAll: undefined };
  return { shown: all.filter((entry, index) => index < limit || keep?.(entry)), showAll: () => setOpen(true) };
}

interface ShowAllProps {
  showAll: (() => void) | undefined;
  of: number;
  /** Name of the entries, in the plural. */
  what: string;
}

/** Button below a folded list; nothing when all of it is shown. */
export function ShowAll({ showAll, of, what }: ShowAllProps) {
  if (!showAll) return null;
  return (
    <button className="link sm show-all" type="button" onClick={showAll}>
      Show all {number(of)} {what}
    </button>
  );
}

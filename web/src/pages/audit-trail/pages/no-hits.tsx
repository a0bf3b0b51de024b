import { Empty } from "../../../ui/states.tsx";

/** Shown before anything is typed. */
export function NothingTyped() {
  return (
    <Empty title="Find a paper by what is printed on it" art>
      <p>Type a shop’s name or other words, an amount such as £48.20, a date such as 14/10/2026, or a file name.</p>
    </Empty>
  );
}

interface NothingFoundProps {
  q: string;
  /** A customer or days are chosen as well. */
  isFiltered: boolean;
  /** There are files that were not read, which may contain the words. */
  isIncomplete: boolean;
  onClear: () => void;
}

export function NothingFound({ q, isFiltered, isIncomplete, onClear }: NothingFoundProps) {
  const read = isIncomplete ? " that has been read" : "";
  return (
    <Empty title="No page found">
      <p>
        {isFiltered
          ? `No page of this customer or these days${read} contains “${q}”.`
          : `No page${read} and no file name contains “${q}”. Try fewer words, or the amount.`}
      </p>
      <button className="btn" type="button" onClick={onClear}>
        Clear the search
      </button>
    </Empty>
  );
}

import { Search } from "lucide-react";
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from "react";
import { Tip } from "../ui/tip.tsx";

const SearchDialog = lazy(async () => ({ default: (await import("./search-dialog.tsx")).SearchDialog }));

const OpenSearch = createContext<(() => void) | undefined>(undefined);

/** One search for everything below it; undefined outside. */
export const useOpenSearch = () => useContext(OpenSearch);

export function SearchProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <OpenSearch value={() => setOpen(true)}>
      {children}
      <Suspense fallback={null}>{open && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </OpenSearch>
  );
}

export function SearchButton() {
  const openSearch = useOpenSearch();
  if (!openSearch) return null;
  return (
    <Tip text="Search everything">
      <button
        className="btn btn--quiet search-btn"
        type="button"
        aria-label="Search everything"
        aria-keyshortcuts="/"
        onClick={openSearch}
      >
        <Search className="i" aria-hidden />
        <span className="kbd" aria-hidden>
          /
        </span>
      </button>
    </Tip>
  );
}

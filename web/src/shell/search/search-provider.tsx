import { Search } from "lucide-react";
import { createContext, type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import { DialogBoundary } from "../../ui/dialog-boundary.tsx";
import { KeyHint } from "../../ui/key-hint.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Opening } from "../../ui/opening.tsx";
import { useSingleKeys } from "../../ui/single-keys.ts";
import { Tip } from "../../ui/tip.tsx";

const SearchDialog = lazyComponent(async () => (await import("./search-dialog.tsx")).SearchDialog);

const OpenSearch = createContext<(() => void) | undefined>(undefined);

/** Opens the search of the provider above; undefined outside of one. */
export const useOpenSearch = () => useContext(OpenSearch);

export function SearchProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Characters typed right after the slash must find the field mounted.
  useEffect(() => {
    const timer = setTimeout(() => void SearchDialog.load().catch(() => undefined), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <OpenSearch value={() => setOpen(true)}>
      {children}
      <DialogBoundary open={open} onClose={close}>
        <Suspense fallback={<Opening />}>{open && <SearchDialog onClose={close} />}</Suspense>
      </DialogBoundary>
    </OpenSearch>
  );
}

export function SearchButton() {
  const openSearch = useOpenSearch();
  const keys = useSingleKeys();
  if (!openSearch) return null;
  return (
    <Tip text="Search everything">
      <button
        className="btn btn--quiet search-btn"
        type="button"
        aria-label="Search everything"
        aria-keyshortcuts={keys ? "/" : undefined}
        onClick={openSearch}
      >
        <Search className="i" aria-hidden />
        <KeyHint>/</KeyHint>
      </button>
    </Tip>
  );
}

import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useSearch } from "../../api/search.ts";
import { useDebounced } from "../../ui/debounced.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { FoundList } from "./found-list.tsx";
import { type Found, matchesIn } from "./matches.ts";

/** Search over everything of the practice: results come while typing, arrows select, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const words = useDebounced(typed.trim());
  const { data, error, refetch, isPlaceholderData } = useSearch(words);
  const navigate = useNavigate();
  const id = useId();
  const latest = useMemo(() => (words && data ? matchesIn(data, words) : []), [words, data]);
  const found = useDeferredValue(latest);
  // False while results for the last characters are loading or not yet shown.
  const isCurrent = words === typed.trim() && data !== undefined && !isPlaceholderData && found === latest;
  // Enter was pressed before the results of the last characters: the first one opens when they are there.
  const [opensFirst, setOpensFirst] = useState(false);
  const active = found[Math.min(at, found.length - 1)];
  const optionId = ({ key }: Found) => `${id}-${key}`;
  const activeId = active && optionId(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function go({ to }: Found) {
    onClose();
    void navigate(to);
  }

  const openFirst = useEffectEvent(() => {
    setOpensFirst(false);
    if (isCurrent && active) go(active);
  });
  const isAnswered = isCurrent || error !== null;
  useEffect(() => {
    if (opensFirst && isAnswered) openFirst();
  }, [opensFirst, isAnswered]);

  function press(event: KeyboardEvent) {
    // The list here is always open, so Escape closes the dialog at once.
    if (event.key === "Escape") onClose();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : found.length - 1;
      if (found.length > 0) setAt((Math.min(at, found.length - 1) + step) % found.length);
      setOpensFirst(false);
    }
    if (event.key === "Enter" && typed.trim() !== "") setOpensFirst(true);
  }

  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    setOpensFirst(false);
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside */}
      <div className="search" onKeyDown={press}>
        <SearchField
          label="Search customers, jobs, files and pages"
          placeholder="Customer, email, file name or words on a page"
          typed={typed}
          onType={type}
          listbox={{ id, active: activeId }}
        />
        <div className="search__found">
          {found.length > 0 ? (
            <FoundList id={id} found={found} active={active} optionId={optionId} onPoint={setAt} onGo={go} />
          ) : error ? (
            <LoadError what="The results" error={error} retry={() => void refetch()} />
          ) : words === "" ? (
            <p className="mute sm search__note">
              Type part of a customer, reference, email or file name, or what is printed on a page.
            </p>
          ) : data ? (
            <p className="mute sm search__note">Nothing found for “{words}”.</p>
          ) : (
            <Spinner label="Searching" />
          )}
        </div>
        <p className="sr" role="status">
          {words && data && !isPlaceholderData ? `${found.length} found` : ""}
        </p>
      </div>
    </Dialog>
  );
}

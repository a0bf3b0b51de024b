import { useEffect, useRef, useState } from "react";

/** Pause after which typed text is searched. */
const pauseMs = 200;

/**
 * The text of a search field, put into the address after a pause in typing.
 * @param q the search in the address: when it changes in another way (Back, a link, cleared filters), the field follows
 * @param onSearch puts the text into the address
 * @returns the field's text, and the function to call on each change
 */
export function useTypedSearch(
  q: string,
  onSearch: (q: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The search is sent after a pause: it must be added to the address of that time, which may have another filter by
  // then.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  useEffect(() => {
    if (q === sent.current) return;
    clearTimeout(timer.current);
    sent.current = q;
    setTyped(q);
  }, [q]);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text.trim();
      search.current(sent.current);
    }, pauseMs);
  }

  return [typed, type];
}

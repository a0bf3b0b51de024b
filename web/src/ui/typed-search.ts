import { useEffect, useRef, useState } from "react";

/** What is typed within this time is one search. */
const gatherMs = 200;

/**
 * The words in a search field, which reach the address a moment after they are typed.
 * @param q the search in the address: when it changes by another way (back, a link, cleared filters), the field follows
 * @param onSearch puts the words into the address
 * @returns what the field shows, and what to call with each letter
 */
export function useTypedSearch(
  q: string,
  onSearch: (q: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The search is sent later than it is typed: it goes into the address of then, which may have got another filter.
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
    }, gatherMs);
  }

  return [typed, type];
}

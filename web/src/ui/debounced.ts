import { useEffect, useState } from "react";

/** What is typed within this time is one question. */
const gatherMs = 150;

/** A text as it was when the typing paused; an emptied one at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : gatherMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

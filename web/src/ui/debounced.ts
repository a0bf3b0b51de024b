import { useEffect, useState } from "react";

/** Pause after which typed text counts as complete. */
const pauseMs = 150;

/** Returns the text after a pause in typing; an emptied one at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

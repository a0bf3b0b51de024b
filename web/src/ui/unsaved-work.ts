import { useEffect } from "react";

/** Elements that the user typed into, ticked, dropped on or pasted into since the page was opened. */
const touched = new Set<Element>();
const acts = ["input", "change", "drop", "paste"];
/** Text typed into a search field is not work that could be lost. */
const searchFields = "[data-search], [type=search]";
const modal = "[role=dialog][data-state=open]";

function remember({ target }: Event): void {
  if (target instanceof Element && !target.closest(searchFields)) touched.add(target);
}

/** Returns whether leaving the page now would lose something that the user typed or chose. */
export function hasUnsavedWork(): boolean {
  for (const element of touched) if (!element.isConnected) touched.delete(element);
  return touched.size > 0 || document.querySelector(modal) !== null;
}

export function forgetWork(): void {
  touched.clear();
}

/** Tracks input while the component is mounted. */
export function useWorkWatch(): void {
  useEffect(() => {
    for (const act of acts) document.addEventListener(act, remember, true);
    return () => {
      for (const act of acts) document.removeEventListener(act, remember, true);
      forgetWork();
    };
  }, []);
}

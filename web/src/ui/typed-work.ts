import { useEffect } from "react";

/** What a person typed into, ticked, dropped on or pasted into since the page came up. */
const touched = new Set<Element>();
const acts = ["input", "change", "drop", "paste"];
/** What is typed into a search is a way of looking, not work. */
const passing = "[data-search], [type=search]";
const modal = "[role=dialog][data-state=open]";

function remember({ target }: Event): void {
  if (target instanceof Element && !target.closest(passing)) touched.add(target);
}

/** Leaving the page now would lose something that a person typed or chose. */
export function holdsWork(): boolean {
  for (const element of touched) if (!element.isConnected) touched.delete(element);
  return touched.size > 0 || document.querySelector(modal) !== null;
}

export function forgetWork(): void {
  touched.clear();
}

/** Watches for as long as the caller is on screen. */
export function useWorkWatch(): void {
  useEffect(() => {
    for (const act of acts) document.addEventListener(act, remember, true);
    return () => {
      for (const act of acts) document.removeEventListener(act, remember, true);
      forgetWork();
    };
  }, []);
}

import { useEffect, useSyncExternalStore } from "react";

type Surface = "dialog" | "drawer" | "bar";

/** What floats above the page right now; the toasts keep out of its way. */
let open: Surface[] = [];
const listeners = new Set<() => void>();

function change(next: Surface[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Tells that a surface is on screen for as long as the caller is. */
export function useFloating(surface: Surface): void {
  useEffect(() => {
    change([...open, surface]);
    return () => {
      const at = open.lastIndexOf(surface);
      change(open.filter((_, index) => index !== at));
    };
  }, [surface]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const phone = globalThis.window?.matchMedia?.("(max-width: 720px)");

/** A window that has no room beside what is in it. */
export const isPhone = () => phone?.matches ?? false;

function place() {
  // On a phone the primary button is under the thumb; in a dialog or a bar it is at the bottom, in a drawer at its bottom right.
  if (isPhone() || open.includes("dialog") || open.includes("bar")) return "top";
  return open.includes("drawer") ? "left" : "right";
}

export const useToastPlace = () => useSyncExternalStore(subscribe, place, () => "right" as const);

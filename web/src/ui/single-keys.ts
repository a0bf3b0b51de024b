import { useSyncExternalStore } from "react";

const key = "single-keys";
const listeners = new Set<() => void>();
/** Where storage is blocked it holds until the page is left. */
let chosen: boolean | undefined;

/** Whether keys pressed without Ctrl do something on this device: they are in the way of who dictates to the computer. */
export function singleKeys(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

export function keepSingleKeys(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSingleKeys = () => useSyncExternalStore(subscribe, singleKeys, () => true);

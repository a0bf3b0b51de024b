import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

const key = "single-keys";
const { tell, subscribe } = createListeners();
/** Where storage is blocked it holds until the page is left. */
let chosen: boolean | undefined;

/**
 * Whether keys pressed without Ctrl do something on this device: they are in the way of who dictates to the computer.
 */
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
  tell();
}

export const useSingleKeys = () => useSyncExternalStore(subscribe, singleKeys, () => true);

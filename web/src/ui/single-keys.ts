import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

const key = "single-keys";
const { notify, subscribe } = createListeners();
/** Where storage is blocked, the setting lasts until the page is left. */
let chosen: boolean | undefined;

/** Returns whether shortcuts without Ctrl are on for this device: they disturb users of speech input. */
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
    // Storage is blocked: the setting lasts until the page is left.
  }
  notify();
}

export const useSingleKeys = () => useSyncExternalStore(subscribe, singleKeys, () => true);

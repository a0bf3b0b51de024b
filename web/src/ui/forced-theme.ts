import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => chosen.disconnect();
}

const forced = () => document.documentElement.dataset.theme;

/**
 * "light" or "dark" where a person chose it; undefined while the device decides, which the server takes for granted.
 */
export const useForcedTheme = () => useSyncExternalStore(subscribe, forced, () => undefined);

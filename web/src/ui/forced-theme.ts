import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => chosen.disconnect();
}

const forced = () => document.documentElement.dataset.theme;

/** Returns "light" or "dark" where the user chose it; undefined while the device decides, which the server assumes. */
export const useForcedTheme = () => useSyncExternalStore(subscribe, forced, () => undefined);

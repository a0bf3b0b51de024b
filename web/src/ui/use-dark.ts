import { useSyncExternalStore } from "react";

const device = typeof window.matchMedia === "function" ? window.matchMedia("(prefers-color-scheme: dark)") : undefined;

function subscribe(listener: () => void): () => void {
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  device?.addEventListener("change", listener);
  return () => {
    chosen.disconnect();
    device?.removeEventListener("change", listener);
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : (device?.matches ?? false);
}

/** For what a style sheet cannot turn, such as a photograph: whether the page is dark just now. */
export const useDark = () => useSyncExternalStore(subscribe, isDark);

import { useSyncExternalStore } from "react";
import { replayPress } from "./early-press.ts";
import { createListeners } from "./listeners.ts";

const root = typeof document === "undefined" ? null : document.querySelector("#root[data-rendered]");

let rendered = root !== null;
const { notify, subscribe } = createListeners();

/** Returns whether the page was rendered by the server (server/src/app/pages/page.ts) and is not hydrated yet. */
export const isServerRendered = () => rendered;

/**
 * Returns whether the page still shows the server's HTML, which depends neither on this browser's storage nor on the
 * user. The first render must match it; everything else may be shown once this is false.
 */
export const useIsServerRendered = () => useSyncExternalStore(subscribe, isServerRendered, () => true);

/** Marks the page as hydrated, and repeats clicks and form submissions made too early (public/early.js). */
export function markHydrated(): void {
  replayPress();
  if (!rendered) return;
  rendered = false;
  root?.removeAttribute("data-rendered");
  notify();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
    delete form.dataset.sent;
    form.requestSubmit();
  }
}

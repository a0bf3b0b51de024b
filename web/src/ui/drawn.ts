import { useSyncExternalStore } from "react";
import { replayPress } from "./early-press.ts";
import { createListeners } from "./listeners.ts";

const root = typeof document === "undefined" ? null : document.querySelector("#root[data-drawn]");

let drawn = root !== null;
const { tell, subscribe } = createListeners();

/** The page came drawn by the server (server/src/app/pages/page.ts), and nothing of it answers yet. */
export const cameDrawn = () => drawn;

/**
 * Whether what shows is still what the server drew, which knows neither this browser's storage nor its person: whoever
 * takes it over must draw the same first, and may show what else is known as soon as this turns false.
 */
export const useDrawn = () => useSyncExternalStore(subscribe, cameDrawn, () => true);

/** From now on the page answers; what was pressed or sent too early (public/early.js) is done now. */
export function takeOver(): void {
  replayPress();
  if (!drawn) return;
  drawn = false;
  root?.removeAttribute("data-drawn");
  tell();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
    delete form.dataset.sent;
    form.requestSubmit();
  }
}

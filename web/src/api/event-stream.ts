import { useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";

/** Whether changes reach this browser by themselves. Kept outside React: there is one stream for the whole page. */
let down = false;
const { tell, subscribe } = createListeners();

export function setStreamDown(next: boolean): void {
  if (down === next) return;
  down = next;
  tell();
}

export const useStreamDown = () =>
  useSyncExternalStore(
    subscribe,
    () => down,
    () => false,
  );

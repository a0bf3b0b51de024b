import { useSyncExternalStore } from "react";

/** Whether changes reach this browser by themselves. Kept outside React: there is one stream for the whole page. */
let down = false;
const listeners = new Set<() => void>();

export function setStreamDown(next: boolean): void {
  if (down === next) return;
  down = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useStreamDown = () =>
  useSyncExternalStore(
    subscribe,
    () => down,
    () => false,
  );

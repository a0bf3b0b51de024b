import { useSyncExternalStore } from "react";

/** Those who show a value that is kept outside React, for the whole page: `subscribe` is for useSyncExternalStore. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** The value has changed. */
    tell(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value that is kept outside React, for the whole page. @param first until it is set, and what the server draws */
export function createValue<Value>(first: Value) {
  const { tell, subscribe } = createListeners();
  let value = first;
  const get = () => value;
  return {
    get,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      tell();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get, () => first),
  };
}

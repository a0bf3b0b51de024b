import { useSyncExternalStore } from "react";

/** Listeners of a global value outside React; `subscribe` is for useSyncExternalStore. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Calls all listeners after the value has changed. */
    tell(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A global value outside React.
 * @param first value until it is set, and in the server's rendering
 */
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

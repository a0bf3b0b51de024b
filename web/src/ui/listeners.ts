import { useSyncExternalStore } from "react";

/** Listeners of a global value outside React; `subscribe` is for useSyncExternalStore. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Calls all listeners after the value has changed. */
    notify(): void {
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
  const { notify, subscribe } = createListeners();
  let value = first;
  const get = () => value;
  return {
    get,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      notify();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get, () => first),
  };
}

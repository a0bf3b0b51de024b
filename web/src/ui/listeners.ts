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

type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

// A window tells its listeners in the order in which they came, so this file is loaded before the router begins to listen.
globalThis.window?.addEventListener("popstate", (event) => guard?.(event));

/** Hears of back and forward before the router does. @returns stops hearing */
export function guardHistory(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

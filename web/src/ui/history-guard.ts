/** @returns true when it held the navigation: then neither the next guard nor the router receives the event */
type Guard = () => boolean;

/** The last guard is called first: it belongs to the frontmost element. */
let guards: Guard[] = [];

// Listeners are called in the order of registration, so this module is loaded before the router registers its own.
globalThis.window?.addEventListener("popstate", (event) => {
  if (guards.toReversed().some((guard) => guard())) event.stopImmediatePropagation();
});

/**
 * Calls a guard on back and forward, before the router handles them.
 * @returns removes the guard
 */
export function guardHistory(next: Guard): () => void {
  guards = [...guards, next];
  return () => {
    guards = guards.filter((guard) => guard !== next);
  };
}

/** @returns true when it held the way back: then neither the next guard nor the router hears of it */
type Guard = () => boolean;

/** The last one is asked first: it stands in front of the others. */
let guards: Guard[] = [];

// A window tells its listeners in the order in which they came, so this file is loaded before the router begins to
// listen.
globalThis.window?.addEventListener("popstate", (event) => {
  if (guards.toReversed().some((guard) => guard())) event.stopImmediatePropagation();
});

/** Hears of back and forward before the router does. @returns stops hearing */
export function guardHistory(next: Guard): () => void {
  guards = [...guards, next];
  return () => {
    guards = guards.filter((guard) => guard !== next);
  };
}

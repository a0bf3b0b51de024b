import type { Navigator, To } from "react-router";

type Go = () => void;
/** Continues the navigation by calling `go`, at once or later. */
type Guard = (go: Go, to: To, replaces: boolean) => void;

interface Guarded {
  guards: Guard[];
  own: Pick<Navigator, "push" | "replace">;
}

const guarded = new WeakMap<Navigator, Guarded>();

/**
 * Calls a guard on every link and redirect before the router follows it; the last guard is called first. Guards may be
 * removed in any order: a page that unmounts removes its own before that of a dialog in it.
 * @returns removes the guard
 */
export function guardNavigator(navigator: Navigator, next: Guard): () => void {
  const known = guarded.get(navigator) ?? begin(navigator);
  known.guards = [...known.guards, next];
  return () => {
    known.guards = known.guards.filter((guard) => guard !== next);
    if (known.guards.length > 0) return;
    Object.assign(navigator, known.own);
    guarded.delete(navigator);
  };
}

function begin(navigator: Navigator): Guarded {
  const { push, replace } = navigator;
  const known: Guarded = { guards: [], own: { push, replace } };
  guarded.set(navigator, known);
  const ask = ([next, ...others]: Guard[], go: Go, to: To, replaces: boolean): void =>
    next ? next(() => ask(others, go, to, replaces), to, replaces) : go();
  navigator.push = (to, state, options) =>
    ask(known.guards.toReversed(), () => push.call(navigator, to, state, options), to, false);
  navigator.replace = (to, state, options) =>
    ask(known.guards.toReversed(), () => replace.call(navigator, to, state, options), to, true);
  return known;
}

/** A person who has not touched anything for so long did not cause what is asked now: a change elsewhere did. */
const handsOffMs = 30_000;

// Opening the page is an act, too.
let lastAct = Date.now();
function act() {
  lastAct = Date.now();
}
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  globalThis.document?.addEventListener(kind, act, { capture: true, passive: true });
}

/** Requests that nobody caused must not keep a session alive that its owner has left. */
export const nobodyActed = () => Date.now() - lastAct > handsOffMs;

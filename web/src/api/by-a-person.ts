/** After this time without input, a request was caused by a change elsewhere and not by the user. */
const handsOffMs = 30_000;

// Opening the page counts as input.
let lastAct = Date.now();
function act() {
  lastAct = Date.now();
}
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  globalThis.document?.addEventListener(kind, act, { capture: true, passive: true });
}

/** Returns true when the user has been idle: such a request must not extend a session that its user has left. */
export const nobodyActed = () => Date.now() - lastAct > handsOffMs;

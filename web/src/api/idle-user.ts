/** After this time without input, a request was caused by a change elsewhere and not by the user. */
const idleMs = 30_000;

// Opening the page counts as input.
let lastInputAt = Date.now();
function act() {
  lastInputAt = Date.now();
}
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  globalThis.document?.addEventListener(kind, act, { capture: true, passive: true });
}

/** Returns true when the user has been idle: such a request must not extend a session that its user has left. */
export const isUserIdle = () => Date.now() - lastInputAt > idleMs;

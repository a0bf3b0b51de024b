/**
 * Called when the app has replaced the prerendered page (server/src/app/pages/page.ts). Both were rendered from the
 * same data, so the control with the same index receives the focus (public/early.js). To be called synchronously: a key
 * pressed without a focused control would be lost.
 */
export function replacePicture(): void {
  const root = document.querySelector("#root[data-preview]");
  if (!root) return;
  root.removeAttribute("data-preview");
  root.removeAttribute("aria-busy");
  const { focused } = document.documentElement.dataset;
  delete document.documentElement.dataset.focused;
  const focusGone = document.activeElement === document.body;
  if (focused !== undefined && focusGone) root.querySelectorAll<HTMLElement>("a, button")[Number(focused)]?.focus();
}

/** Repeats the click or key pressed on the prerendered page. To be called when the page's shortcuts work, too. */
export function replayPress(): void {
  const { pressed, key } = document.documentElement.dataset;
  delete document.documentElement.dataset.pressed;
  delete document.documentElement.dataset.key;
  if (pressed !== undefined) document.querySelectorAll<HTMLElement>("#root button")[Number(pressed)]?.click();
  if (key) document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

/**
 * The page stands in the place of its picture (server/src/app/pages/page.ts), and answers. Both were drawn from the
 * same answers, so what had the focus in the picture is what stands in the same place (public/early.js). To be called
 * at once: what is pressed from now on is heard by the page, and a key that finds no focus is lost.
 */
export function replacePicture(): void {
  const root = document.querySelector("#root[data-picture]");
  if (!root) return;
  root.removeAttribute("data-picture");
  root.removeAttribute("aria-busy");
  const { focused } = document.documentElement.dataset;
  delete document.documentElement.dataset.focused;
  const focusGone = document.activeElement === document.body;
  if (focused !== undefined && focusGone) root.querySelectorAll<HTMLElement>("a, button")[Number(focused)]?.focus();
}

/** Does what was pressed in the picture. To be called when the page's shortcuts are there, too. */
export function replayPress(): void {
  const { pressed, key } = document.documentElement.dataset;
  delete document.documentElement.dataset.pressed;
  delete document.documentElement.dataset.key;
  if (pressed !== undefined) document.querySelectorAll<HTMLElement>("#root button")[Number(pressed)]?.click();
  if (key) document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

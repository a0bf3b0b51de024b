/**
 * The page stands in the place of its picture (server/src/http/page.ts), and answers. Both were drawn from the same answers, so
 * what was pressed in the picture, or had the focus there, is what stands in the same place (public/early.js).
 */
export function takePicturesPlace(): void {
  const root = document.querySelector("#root[data-picture]");
  if (!root) return;
  root.removeAttribute("data-picture");
  root.removeAttribute("aria-busy");
  const { pressed, focused, key } = document.documentElement.dataset;
  delete document.documentElement.dataset.pressed;
  delete document.documentElement.dataset.focused;
  delete document.documentElement.dataset.key;
  const focusGone = document.activeElement === document.body;
  if (focused !== undefined && focusGone) root.querySelectorAll<HTMLElement>("a, button")[Number(focused)]?.focus();
  if (pressed !== undefined) root.querySelectorAll("button")[Number(pressed)]?.click();
  if (key) document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

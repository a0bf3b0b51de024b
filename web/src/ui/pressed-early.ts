/**
 * The page stands in the place of its picture (server/src/http/page.ts), and answers. Both were drawn from the same answers, so
 * a button that was pressed in the picture is the one in the same place (public/early.js).
 */
export function takePicturesPlace(): void {
  const root = document.querySelector("#root[data-picture]");
  if (!root) return;
  root.removeAttribute("data-picture");
  root.removeAttribute("aria-busy");
  const { pressed } = document.documentElement.dataset;
  delete document.documentElement.dataset.pressed;
  if (pressed !== undefined) root.querySelectorAll("button")[Number(pressed)]?.click();
}

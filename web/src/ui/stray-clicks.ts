/**
 * A double click means one action. Where its first click changes the screen, the second hits whatever has appeared
 * there, and could cancel an upload or close the dialog that was just opened. Such a click is ignored, on a control
 * that was not there, or was covered by a dialog, when the press began, and on any control in the header or footer of a
 * dialog. The keyboard and a new click work at once.
 */

const controls = "button, a";
/** Areas in which one button replaces another. */
const changing = ".dialog__head, .dialog__foot, .up__foot, .drawer__head, .drawer__foot";
/** Two presses closer than this, in time and distance, are one double click. */
const doubleMs = 500;
const doublePixels = 8;

/** Controls that could be pressed when the last press began, and when the first of a double click did. */
let atPress: ReadonlySet<Element> | undefined;
let atFirstPress: ReadonlySet<Element> | undefined;
let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
let second = false;

/**
 * Returns whether the press under way is the second of a double click, for handlers of the press instead of the click.
 */
export const isSecondPress = () => second;

const pressable = () =>
  new Set([...document.querySelectorAll(controls)].filter((control) => !control.closest('[aria-hidden="true"]')));

function notePress({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): void {
  second = at - last.at < doubleMs && Math.hypot(x - last.x, y - last.y) < doublePixels;
  last = { x, y, at };
  atPress = pressable();
}

/** Follows the press and has its count; on a touch screen it comes directly before the click. */
function noteCount({ detail }: MouseEvent): void {
  if (detail <= 1 || !atFirstPress) atFirstPress = atPress;
}

function stopStray(event: MouseEvent): void {
  const { target, detail } = event;
  // Keys and scripts cause clicks without a pointer.
  if (detail === 0 || !atFirstPress || !(target instanceof Element)) return;
  const control = target.closest(controls);
  if (!control) return;
  if (atFirstPress.has(control) && !(detail > 1 && control.closest(changing))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Captured, so that they run before the page's own listeners.
globalThis.window?.addEventListener("pointerdown", notePress, true);
globalThis.window?.addEventListener("mousedown", noteCount, true);
globalThis.window?.addEventListener("click", stopStray, true);

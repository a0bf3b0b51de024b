/**
 * A double click is one wish. Where its first click changes what is on screen, the second falls on whatever came there,
 * and would cancel an upload or close the dialog that it opened. Such a click does nothing: neither on a control that
 * was not there, or was covered by a dialog, when the press began, nor on any in the head or foot of a dialog. The
 * keyboard and a new click act at once.
 */

const controls = "button, a";
/** Here one button takes another's place. */
const changing = ".dialog__head, .dialog__foot, .up__foot, .drawer__head, .drawer__foot";
/** Two presses that are closer than this belong to one double click. */
const doubleMs = 500;
const doublePixels = 8;

/** What could be pressed when the last press began, and when the first of a double click did. */
let atPress: ReadonlySet<Element> | undefined;
let atFirstPress: ReadonlySet<Element> | undefined;
let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
let second = false;

/** Whether the press under way is the second of a double click, for what acts on the press and not on the click. */
export const isSecondPress = () => second;

const pressable = () =>
  new Set([...document.querySelectorAll(controls)].filter((control) => !control.closest('[aria-hidden="true"]')));

function notePress({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): void {
  second = at - last.at < doubleMs && Math.hypot(x - last.x, y - last.y) < doublePixels;
  last = { x, y, at };
  atPress = pressable();
}

/** Follows the press, and counts; a finger's comes right before its click. */
function noteCount({ detail }: MouseEvent): void {
  if (detail <= 1 || !atFirstPress) atFirstPress = atPress;
}

function stopStray(event: MouseEvent): void {
  const { target, detail } = event;
  // Keys and scripts press without a pointer.
  if (detail === 0 || !atFirstPress || !(target instanceof Element)) return;
  const control = target.closest(controls);
  if (!control) return;
  if (atFirstPress.has(control) && !(detail > 1 && control.closest(changing))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Before the page's own listeners, wherever they are.
globalThis.window?.addEventListener("pointerdown", notePress, true);
globalThis.window?.addEventListener("mousedown", noteCount, true);
globalThis.window?.addEventListener("click", stopStray, true);

import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useId, useState } from "react";
import { createPortal } from "react-dom";

const waitMs = 700;
/** The next tooltip appears at once within this time after the last one. */
const soonMs = 300;
/** Time to move the pointer onto the tooltip, as users of a screen magnifier do. */
const leaveMs = 100;
const gapPx = 6;
const edgePx = 8;

let lastShownAt = Number.NEGATIVE_INFINITY;

/** Props added to the element that the tooltip describes. */
interface TargetProps {
  "aria-describedby"?: string | undefined;
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(): void;
  onPointerDown(): void;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
}

/** A tooltip for a button without a visible label. The button still needs its own aria-label. */
export function Tip({ text, children }: { text: string; children: ReactElement<Partial<TargetProps>> }) {
  const id = useId();
  const [about, setAbout] = useState<Element>();
  const [timer] = useState<{ id?: ReturnType<typeof setTimeout> }>({});

  function after(delayMs: number, work: () => void) {
    clearTimeout(timer.id);
    timer.id = setTimeout(work, delayMs);
  }
  function hide() {
    clearTimeout(timer.id);
    if (about) lastShownAt = Date.now();
    setAbout(undefined);
  }
  useEffect(() => () => clearTimeout(timer.id), [timer]);

  const button = cloneElement(children, {
    "aria-describedby": about && id,
    onPointerEnter: ({ currentTarget, pointerType }) => {
      if (pointerType === "touch") return;
      after(about || Date.now() - lastShownAt < soonMs ? 0 : waitMs, () => setAbout(currentTarget));
    },
    onPointerLeave: () => after(leaveMs, hide),
    onPointerDown: hide,
    // A press focuses the button as well, and needs no tooltip.
    onFocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && setAbout(currentTarget),
    onBlur: hide,
  });
  return (
    <>
      {button}
      {about && (
        <Words id={id} about={about} onEnter={() => clearTimeout(timer.id)} onLeave={hide}>
          {text}
        </Words>
      )}
    </>
  );
}

interface WordsProps {
  id: string;
  about: Element;
  onEnter: () => void;
  onLeave: () => void;
  children: string;
}

function Words({ id, about, onEnter, onLeave, children }: WordsProps) {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === "Escape" && onLeave();
    document.addEventListener("keydown", press);
    document.addEventListener("scroll", onLeave, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("scroll", onLeave, { capture: true });
    };
  }, [onLeave]);
  return createPortal(
    <div
      className="tip"
      role="tooltip"
      id={id}
      ref={(tip) => place(tip, about)}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {children}
    </div>,
    document.body,
  );
}

/** Places the tooltip above the middle of its element, below where there is no room, and always inside the window. */
function place(tip: HTMLElement | null, about: Element): void {
  if (!tip) return;
  const at = about.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const middle = at.left + at.width / 2 - width / 2;
  const above = at.top - gapPx - height;
  tip.style.left = `${Math.max(edgePx, Math.min(middle, document.documentElement.clientWidth - edgePx - width))}px`;
  tip.style.top = `${above < edgePx ? at.bottom + gapPx : above}px`;
}

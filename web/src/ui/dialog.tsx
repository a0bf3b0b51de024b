import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFloating } from "./floating.ts";
import { useLeaveGuard } from "./leave-guard.ts";
import { focusPage } from "./page-focus.ts";
import { isSecondPress } from "./stray-clicks.ts";

/** A question before something is lost, with the labels of both answers. */
export interface Question {
  question: string;
  stay: string;
  leave: string;
}

const aboutTyped: Question = { question: "Discard your changes?", stay: "Keep editing", leave: "Discard" };

interface DialogProps {
  title: string;
  /** Shown small beside the title. */
  subtitle?: string | undefined;
  /** Called by Escape, the close button and a press beside the dialog; left out while the dialog must not be closed. */
  onClose?: (() => void) | undefined;
  /** Returns true to keep Escape for something inside, such as a drag. */
  holdEscape?: () => boolean;
  /**
   * Something was typed: closing by Escape, the close button or a press beside asks first, and so does leaving the
   * page.
   */
  unsaved?: boolean;
  /** The question, where it is about something other than typed text. */
  asks?: Question;
  /** "page": as large as the screen allows, for the picture of a page. */
  wide?: boolean | "page";
  /** Id of the element that describes the dialog: announced with the title when it opens. */
  describedBy?: string;
  children: ReactNode;
}

/** Elements that receive the focus instead of the close button. */
const firstControls = ["[data-first]", "form input"];

/** A modal dialog that traps the focus and returns it when it closes. Mount it to open it. */
export function Dialog({
  title,
  subtitle,
  onClose,
  holdEscape,
  unsaved = false,
  asks = aboutTyped,
  wide,
  describedBy,
  children,
}: DialogProps) {
  const before = useRef<Element | null>(null);
  const [closing, setClosing] = useState(false);
  const { asked: leaving, leave, stay } = useLeaveGuard(unsaved);
  const asking = closing || leaving;
  useFloating("dialog");

  function close() {
    if (!unsaved) return onClose?.();
    if (asking) return keep();
    setClosing(true);
  }

  function keep() {
    setClosing(false);
    stay();
  }

  /** Closes the dialog before leaving, because closing may change the address of this page, not of the next one. */
  function discard() {
    onClose?.();
    if (leaving) leave();
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className={wide ? `dialog dialog--${wide === "page" ? "page" : "up"}` : "dialog"}
            aria-describedby={describedBy}
            onOpenAutoFocus={(event) => {
              before.current = document.activeElement;
              const content = event.currentTarget;
              if (!(content instanceof Element)) return;
              const [first] = firstControls.flatMap((one) => content.querySelector<HTMLElement>(one) ?? []);
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              const opener = before.current;
              if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
              else focusPage();
            }}
            onEscapeKeyDown={(event) => {
              // An open list closes first: its field has the focus and receives the key after this handler.
              const listOpen = event.target instanceof Element && event.target.getAttribute("aria-expanded") === "true";
              if (!(onClose || asking) || listOpen || holdEscape?.()) event.preventDefault();
            }}
            onPointerDownOutside={(event) => {
              // A toast may be closed while a dialog is open.
              const toast = event.target instanceof Element && event.target.closest(".toasts");
              if (toast || !onClose || isSecondPress()) event.preventDefault();
            }}
          >
            <div className="dialog__head">
              <Radix.Title>{title}</Radix.Title>
              {subtitle && <span className="mute sm clip">{subtitle}</span>}
              {onClose && (
                <Radix.Close className="btn btn--quiet btn--icon" aria-label="Close">
                  <X className="i" aria-hidden />
                </Radix.Close>
              )}
            </div>
            {children}
            {asking && unsaved && <AskToDiscard asks={asks} onKeep={keep} onDiscard={discard} />}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Can be answered by keyboard; keeping the text returns to the field. */
function AskToDiscard({ asks, onKeep, onDiscard }: { asks: Question; onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const edited = document.activeElement;
    keep.current?.focus();
    return () => {
      if (edited instanceof HTMLElement) edited.focus();
    };
  }, []);
  return (
    <div className="dialog__foot dialog__ask" role="alertdialog" aria-label={asks.question}>
      <p>{asks.question}</p>
      <div className="row">
        <button className="btn" type="button" ref={keep} onClick={onKeep}>
          {asks.stay}
        </button>
        <button className="btn btn--danger" type="button" onClick={onDiscard}>
          {asks.leave}
        </button>
      </div>
    </div>
  );
}

import { CircleCheck, CircleX, X } from "lucide-react";
import { useFootHeight, useToastPlace } from "./floating.ts";
import { createValue } from "./listeners.ts";

interface Toast {
  /** Distinguishes a toast from the next one with the same text, so that it is announced again. */
  turn: number;
  kind: "ok" | "bad";
  title: string;
  text: string | undefined;
}

const doneMs = 6_000;
/** An error stays until it is closed, and at most this long. */
const failureMs = 1_000_000;

const current = createValue<Toast | undefined>(undefined);
let turn = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast: it replaces the last one and has its own time to disappear. */
function show(kind: Toast["kind"], title: string, text: string | undefined, durationMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, durationMs);
  turn += 1;
  current.set({ turn, kind, title, text });
}

export const showDone = (title: string, text?: string) => show("ok", title, text, doneMs);
export const showFailure = (title: string, text?: string) => show("bad", title, text, failureMs);

export function dismissToast(): void {
  clearTimeout(timer);
  current.set(undefined);
}

/** The area of the toasts, placed away from open surfaces; announced by screen readers even while a dialog is open. */
export function Toasts() {
  const toast = current.useValue();
  const place = useToastPlace();
  const foot = useFootHeight(toast !== undefined);
  return (
    <section
      className={`toasts toasts--${place}`}
      style={foot === undefined ? undefined : { top: "auto", bottom: foot + 8 }}
      aria-live="polite"
      aria-label="Notifications"
    >
      {toast && <ToastCard key={toast.turn} {...toast} />}
    </section>
  );
}

function ToastCard({ kind, title, text }: Toast) {
  const Icon = kind === "ok" ? CircleCheck : CircleX;
  return (
    <div className={`toast toast--${kind}`} role={kind === "ok" ? "status" : "alert"}>
      <Icon className="i" aria-hidden />
      <div className="grow">
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
      <button className="btn btn--quiet btn--icon btn--sm" type="button" aria-label="Dismiss" onClick={dismissToast}>
        <X className="i i--14" aria-hidden />
      </button>
    </div>
  );
}

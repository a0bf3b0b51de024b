import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { sentenceOf } from "./failure.ts";

export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className="wait" role="status" aria-label={label}>
      <span className="wait__ring" />
    </div>
  );
}

/** What could not be loaded, why, and a button to try again. */
export function LoadError({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <b>{what} could not be loaded</b>
      <p>{sentenceOf(error)}</p>
      <button className="btn" type="button" onClick={retry}>
        <RotateCw className="i i--14" aria-hidden />
        Retry
      </button>
    </div>
  );
}

/** Shown for an empty list: what it is for, and the action that fills it. */
export function Empty({ title, children, art }: { title: string; children: ReactNode; art?: boolean }) {
  return (
    <div className="empty">
      {art && <Tray className="art" />}
      <b>{title}</b>
      {children}
    </div>
  );
}

export function Tray({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <rect x="20" y="8" width="24" height="34" rx="2" transform="rotate(-16 32 48)" fill="var(--sheet)" />
        <rect x="20" y="8" width="24" height="34" rx="2" transform="rotate(16 32 48)" fill="var(--sheet)" />
        <rect x="20" y="6" width="24" height="34" rx="2" fill="var(--sheet)" />
        <path d="M25 14h14M25 20h14M25 26h9" />
      </g>
      <path
        d="M8 46h48v8a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z"
        fill="var(--sheet)"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}

/** Placeholder of one large figure. */
export function SkeletonFigure({ label }: { label: string }) {
  return <span className="skel skel--fig" role="status" aria-label={label} />;
}

import { createPortal } from "react-dom";
import { Spinner } from "./states.tsx";

/** Shown while the module of an opened dialog is loading. */
export function Opening() {
  return createPortal(
    <div className="scrim">
      <Spinner label="Opening" />
    </div>,
    document.body,
  );
}

import { createPortal } from "react-dom";
import { Spinner } from "./states.tsx";

/** Takes the place of a dialog that was asked for while its part of the script is still on its way. */
export function Opening() {
  return createPortal(
    <div className="scrim">
      <Spinner label="Opening" />
    </div>,
    document.body,
  );
}

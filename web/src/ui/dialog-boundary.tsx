import type { ReactNode } from "react";
import { Boundary } from "./boundary.tsx";
import { showFailure } from "./toast.tsx";

interface DialogBoundaryProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** An error boundary for a dialog: after an error it closes, and the page below stays. Opening it again tries again. */
export function DialogBoundary({ open, onClose, children }: DialogBoundaryProps) {
  function close() {
    showFailure(
      "This could not be opened",
      "Sheaf may have been updated while this tab was open. Try again, or reload the page.",
    );
    onClose();
  }
  return (
    <Boundary at={open} instead={null} onBroken={close}>
      {children}
    </Boundary>
  );
}

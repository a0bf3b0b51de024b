import { type ReactNode, useId } from "react";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What will happen, in paragraphs. */
  children: ReactNode;
  /** Words of the button that does it, before and while it is done. */
  action: { label: string; doing: string; pending: boolean; run(): void };
  /** Words of the button that leaves everything as it is; needed where "Cancel" could mean the act itself. */
  keep?: string;
  onClose(): void;
}

/** Asks before something that cannot be undone; the focus begins on Cancel. */
export function ConfirmDialog({ title, children, action, keep = "Cancel", onClose }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Dialog title={title} describedBy={id} onClose={onClose}>
      <div className="dialog__body stack" id={id}>
        {children}
      </div>
      <div className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" data-first onClick={onClose}>
          {keep}
        </button>
        <button className="btn btn--danger" type="button" disabled={action.pending} onClick={action.run}>
          {action.pending ? action.doing : action.label}
        </button>
      </div>
    </Dialog>
  );
}

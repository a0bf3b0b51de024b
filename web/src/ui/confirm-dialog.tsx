import { type ReactNode, useId } from "react";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** Paragraphs that say what will happen. */
  children: ReactNode;
  /** Labels of the button before and while the action runs. */
  action: { label: string; doing: string; pending: boolean; run(): void };
  /** Label of the button that changes nothing; needed where "Cancel" could mean the action itself. */
  keep?: string;
  onClose(): void;
}

/** Asks before an action that cannot be undone; the focus is initially on Cancel. */
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

interface DialogButtonsProps {
  /** Words of the way out: Cancel, when not said. */
  close?: string | undefined;
  /** Left out while nothing may close the dialog. */
  onClose: (() => void) | undefined;
  /** The button that sends the dialog's form, before and while it is sent. Without it there is only the way out. */
  action?: { label: string; doing?: string; pending: boolean; danger?: boolean } | undefined;
}

/** The last row of a dialog's form: out of it, or on. */
export function DialogButtons({ close = "Cancel", onClose, action }: DialogButtonsProps) {
  return (
    <div className="dialog__foot dialog__foot--end">
      <button className="btn" type="button" disabled={!onClose} onClick={onClose}>
        {close}
      </button>
      {action && (
        <button
          className={action.danger ? "btn btn--danger" : "btn btn--primary"}
          type="submit"
          disabled={action.pending}
        >
          {action.pending ? (action.doing ?? action.label) : action.label}
        </button>
      )}
    </div>
  );
}

interface DialogButtonsProps {
  /** Label of the closing button; defaults to Cancel. */
  close?: string | undefined;
  /** Left out while the dialog must not be closed. */
  onClose: (() => void) | undefined;
  /**
   * Labels of the button that submits the dialog's form, before and while it is sent. Without it there is only the
   * closing button.
   */
  action?: { label: string; doing?: string; pending: boolean; danger?: boolean } | undefined;
}

/** The buttons at the end of a dialog's form: close and submit. */
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

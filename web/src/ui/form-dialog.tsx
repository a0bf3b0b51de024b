import type { ComponentProps, FormEventHandler } from "react";
import { Dialog } from "./dialog.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import { FieldError } from "./field.tsx";

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Error of the whole form, shown below the fields. */
  error?: string | undefined;
  action: ComponentProps<typeof DialogButtons>["action"];
}

/** A dialog that contains one form; its fields are the children. */
export function FormDialog({ onSubmit, error, action, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <form className="dialog__form" noValidate onSubmit={onSubmit}>
        <div className="dialog__body dialog__fields">
          {children}
          {error && <FieldError>{error}</FieldError>}
        </div>
        <DialogButtons onClose={dialog.onClose} action={action} />
      </form>
    </Dialog>
  );
}

import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Dialog, type Question } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField } from "../../ui/field.tsx";

interface PasswordDialogProps {
  title: string;
  children: ReactNode;
  /** On the button that goes on. */
  action: string;
  danger?: boolean;
  error: unknown;
  pending: boolean;
  /** Where the answer brings something that leaving the page before it would lose. */
  asks?: Question;
  onConfirm(currentPassword: string): void;
  onClose(): void;
}

/** Asks for the password once more before something that only the person themselves should do. It waits for the answer. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, action, danger, error, pending, asks, onConfirm } = props;
  const onClose = pending ? undefined : props.onClose;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: "" } });
  return (
    <Dialog title={title} onClose={onClose} {...(asks && { unsaved: pending, asks })}>
      <form
        className="dialog__form"
        noValidate
        onSubmit={handleSubmit(({ currentPassword }) => onConfirm(currentPassword))}
      >
        <div className="dialog__body dialog__fields">
          {children}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={formState.errors.currentPassword?.message}
            {...register("currentPassword", { required: "Password is required" })}
          />
          {error ? <FieldError>{sentenceOf(error)}</FieldError> : null}
        </div>
        <DialogButtons onClose={onClose} action={{ label: action, pending, danger }} />
      </form>
    </Dialog>
  );
}

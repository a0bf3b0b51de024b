import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "../../ui/dialog.tsx";
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
  onConfirm(currentPassword: string): void;
  onClose(): void;
}

/** Asks for the password once more before something that only the person themselves should do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, action, danger, error, pending, onConfirm, onClose } = props;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: "" } });
  return (
    <Dialog title={title} onClose={onClose}>
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

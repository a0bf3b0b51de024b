import { defined } from "@sheaf/contracts/defined.ts";
import type { ComponentProps, ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { Question } from "../../ui/dialog.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { PasswordField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

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

/**
 * Asks for the password once more before something that only the person themselves should do. It waits for the answer.
 */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, action, danger, error, pending, asks, onConfirm } = props;
  const onClose = pending ? undefined : props.onClose;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: "" } });
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={handleSubmit(({ currentPassword }) => onConfirm(currentPassword))}
      error={error ? sentenceOf(error) : undefined}
      action={{ label: action, pending, ...defined({ danger }) }}
      {...(asks && { unsaved: pending, asks })}
    >
      {children}
      <CurrentPassword
        error={formState.errors.currentPassword?.message}
        {...register("currentPassword", currentPasswordRules)}
      />
    </FormDialog>
  );
}

/** Of the field below. */
export const currentPasswordRules = { required: "Password is required" };

export const CurrentPassword = (field: Omit<ComponentProps<typeof PasswordField>, "label">) => (
  <PasswordField label="Current password" autoComplete="current-password" {...field} />
);

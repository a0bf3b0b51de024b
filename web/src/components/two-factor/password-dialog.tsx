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
  /** Label of the button that continues. */
  action: string;
  danger?: boolean;
  error: unknown;
  pending: boolean;
  /** Set where the response contains something that would be lost by leaving the page. */
  asks?: Question;
  onConfirm(currentPassword: string): void;
  onClose(): void;
}

/**
 * Asks for the password again before an action that only the user themselves should take. It stays open until the
 * response.
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

/** Validation rules of the field below. */
export const currentPasswordRules = { required: "Password is required" };

export const CurrentPassword = (field: Omit<ComponentProps<typeof PasswordField>, "label">) => (
  <PasswordField label="Current password" autoComplete="current-password" {...field} />
);

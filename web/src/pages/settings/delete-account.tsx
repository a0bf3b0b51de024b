import type { User } from "@sheaf/contracts/accounts.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { useForm } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { useDeleteAccount } from "../../api/security.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField, TextField } from "../../ui/field.tsx";

interface DeleteAccountProps {
  user: User;
  onClose(): void;
  onDeleted(): void;
}

/** The owner deletes the practice and types its name; a member leaves it. */
export function DeleteAccount({ user, onClose, onDeleted }: DeleteAccountProps) {
  const remove = useDeleteAccount();
  const owner = user.role === "owner";
  const ownPractice = useOwnPractice();
  const practice = user.practice.name;
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { practiceName: "", currentPassword: "" },
  });
  const { errors } = formState;
  const send = handleSubmit(({ practiceName, currentPassword }) =>
    remove.mutate(
      { currentPassword, ...(owner ? { practiceName } : {}) },
      {
        onSuccess: onDeleted,
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : undefined;
          const field =
            code === "wrong-password" ? "currentPassword" : code === "name-not-confirmed" ? "practiceName" : "root";
          setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <Dialog title={owner ? `Delete ${practice}` : `Leave ${practice}`} onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={send}>
        <div className="dialog__body dialog__fields">
          {owner ? (
            <>
              <p>
                {ownPractice
                  ? "Every customer, job, original and PDF is erased, and every member is signed out."
                  : "Every customer, job, original and PDF is erased, every member is signed out, and the paid time that is left ends."}{" "}
                This cannot be undone.
              </p>
              <p className="dim">
                {!ownPractice &&
                  `Records of payments are kept for ${retention.transactionYears} years, as the law wants. `}
                Download everything first if you may need it.
              </p>
              <TextField
                label={`Type “${practice}” to confirm`}
                autoComplete="off"
                error={errors.practiceName?.message}
                {...register("practiceName", {
                  validate: (typed) =>
                    typed.trim().toLowerCase() === practice.toLowerCase() || `Type the practice’s name, ${practice}`,
                })}
              />
            </>
          ) : (
            <p>
              Your account is deleted and you are signed out everywhere. The practice goes on; what you uploaded keeps
              your name.
            </p>
          )}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register("currentPassword", { required: "Password is required" })}
          />
          {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        </div>
        <DialogButtons
          onClose={onClose}
          action={{
            label: owner ? "Delete Everything" : "Delete My Account",
            doing: "Deleting...",
            pending: remove.isPending,
            danger: true,
          }}
        />
      </form>
    </Dialog>
  );
}

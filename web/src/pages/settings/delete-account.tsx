import type { User } from "@sheaf/contracts/accounts.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { useForm } from "react-hook-form";
import { useOwnPractice } from "../../api/installation.ts";
import { useDeleteAccount } from "../../api/security.ts";
import { CurrentPassword, currentPasswordRules } from "../../components/two-factor/password-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showRefusal } from "./refusal.ts";

interface DeleteAccountProps {
  user: User;
  onClose(): void;
  onDeleted(): void;
}

/** The owner deletes the practice and types its name; a member deletes their own account. */
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
        onError: showRefusal(setError, { "wrong-password": "currentPassword", "name-not-confirmed": "practiceName" }),
      },
    ),
  );
  return (
    <FormDialog
      title={owner ? `Delete ${practice}` : `Leave ${practice}`}
      onClose={onClose}
      onSubmit={send}
      error={errors.root?.message}
      action={{
        label: owner ? "Delete Everything" : "Delete My Account",
        doing: "Deleting...",
        pending: remove.isPending,
        danger: true,
      }}
    >
      {owner ? (
        <>
          <p>
            {ownPractice
              ? "Every customer, job, original and PDF is erased, and every member is signed out."
              : "Every customer, job, original and PDF is erased, every member is signed out, and the remaining paid time ends."}{" "}
            This cannot be undone.
          </p>
          <p className="dim">
            {!ownPractice &&
              `Records of payments are kept for ${retention.transactionYears} years, as the law requires. `}
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
          Your account is deleted and you are signed out everywhere. The practice continues, and your uploads keep your
          name.
        </p>
      )}
      <CurrentPassword error={errors.currentPassword?.message} {...register("currentPassword", currentPasswordRules)} />
    </FormDialog>
  );
}

import type { User } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { installationQuery } from "../../api/installation.ts";
import { useChangeEmail } from "../../api/security.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showDone } from "../../ui/toast.tsx";
import { showRefusal } from "./refusal.ts";

/** The new address counts once the link that is sent there was followed. */
export function ChangeEmail({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChangeEmail();
  const sends = useQuery(installationQuery).data?.mailTransport !== "outbox";
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { email: user.pendingEmail ?? "", currentPassword: "" },
  });
  const { errors } = formState;
  const send = handleSubmit((input) =>
    change.mutate(
      { ...input, email: input.email.trim() },
      {
        onSuccess: () => {
          showDone("Email change begun", "The new address counts once it is confirmed.");
          onClose();
        },
        onError: showRefusal(setError, { "wrong-password": "currentPassword", "email-taken": "email" }),
      },
    ),
  );
  return (
    <FormDialog
      title="Change Email"
      onClose={onClose}
      onSubmit={send}
      error={errors.root?.message}
      action={{ label: "Change Email", doing: "Changing...", pending: change.isPending }}
    >
      <p className="dim">
        {sends
          ? `A link goes to the new address. Until it is followed, ${user.email} stays yours.`
          : `This installation sends no email: ask its operator for the link that confirms the new address. Until then ${user.email} stays yours.`}
      </p>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register("email", {
          required: "Email is required",
          pattern: { value: emailPattern, message: emailMessage },
        })}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register("currentPassword", { required: "Password is required" })}
      />
    </FormDialog>
  );
}

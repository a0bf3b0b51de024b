import type { User } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { installationQuery } from "../../api/installation.ts";
import { useChangeEmail } from "../../api/security.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField, TextField } from "../../ui/field.tsx";
import { showDone } from "../../ui/toast.tsx";

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
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : undefined;
          const field = code === "wrong-password" ? "currentPassword" : code === "email-taken" ? "email" : "root";
          setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <Dialog title="Change Email" onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={send}>
        <div className="dialog__body dialog__fields">
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
          {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        </div>
        <DialogButtons
          onClose={onClose}
          action={{ label: "Change Email", doing: "Changing...", pending: change.isPending }}
        />
      </form>
    </Dialog>
  );
}

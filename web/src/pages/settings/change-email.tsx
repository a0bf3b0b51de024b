import type { User } from "@sheaf/contracts/accounts.ts";
import { useForm } from "react-hook-form";
import { useSendsEmail } from "../../api/mail.ts";
import { useChangeEmail } from "../../api/security.ts";
import { CurrentPassword, currentPasswordRules } from "../../components/two-factor/password-dialog.tsx";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showDone } from "../../ui/toast.tsx";
import { showRefusal } from "./refusal.ts";

/** Changes the user's email address. The new one takes effect once the link sent to it was opened. */
export function ChangeEmail({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChangeEmail();
  const sends = useSendsEmail();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { email: user.pendingEmail ?? "", currentPassword: "" },
  });
  const { errors } = formState;
  const send = handleSubmit((input) =>
    change.mutate(
      { ...input, email: input.email.trim() },
      {
        onSuccess: () => {
          showDone("Email change started", "The new address is used once you confirm it.");
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
          ? `We send a link to the new address. Until you open it, ${user.email} stays your address.`
          : `This installation sends no email: ask its operator for the link that confirms the new address. Until you open it, ${user.email} stays your address.`}
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
      <CurrentPassword error={errors.currentPassword?.message} {...register("currentPassword", currentPasswordRules)} />
    </FormDialog>
  );
}

import { passwordLength } from "@sheaf/contracts/limits.ts";
import { useForm } from "react-hook-form";
import { useChangePassword } from "../../api/security.ts";
import { CurrentPassword, currentPasswordRules } from "../../components/two-factor/password-dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showRefusal } from "./refusal.ts";

/** Changes the password, which ends all other sessions. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { currentPassword: "", password: "" },
  });
  const { errors } = formState;
  const send = handleSubmit((input) =>
    change.mutate(input, {
      onSuccess: onClose,
      onError: showRefusal(setError, { "wrong-password": "currentPassword", "weak-password": "password" }),
    }),
  );
  const { min, max } = passwordLength;
  return (
    <FormDialog
      title="Change Password"
      onClose={onClose}
      onSubmit={send}
      error={errors.root?.message}
      action={{ label: "Change Password", doing: "Changing...", pending: change.isPending }}
    >
      <CurrentPassword error={errors.currentPassword?.message} {...register("currentPassword", currentPasswordRules)} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${min} characters. Three unrelated words are easy to remember and hard to guess.`}
        error={errors.password?.message}
        {...register("password", {
          required: "Password is required",
          minLength: { value: min, message: `Use at least ${min} characters` },
          maxLength: { value: max, message: `Use at most ${max} characters` },
        })}
      />
      <p className="mute sm">Every other browser that is signed in to your account is signed out.</p>
    </FormDialog>
  );
}

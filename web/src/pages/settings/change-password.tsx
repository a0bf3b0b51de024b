import { passwordLength } from "@sheaf/contracts/limits.ts";
import { useForm } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { useChangePassword } from "../../api/security.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField } from "../../ui/field.tsx";

/** The new password ends every other session. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { currentPassword: "", password: "" },
  });
  const { errors } = formState;
  const send = handleSubmit((input) =>
    change.mutate(input, {
      onSuccess: onClose,
      onError: (error) => {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === "wrong-password")
          setError("currentPassword", { message: sentenceOf(error) }, { shouldFocus: true });
        else if (code === "weak-password") setError("password", { message: sentenceOf(error) }, { shouldFocus: true });
        else setError("root", { message: sentenceOf(error) });
      },
    }),
  );
  const { min, max } = passwordLength;
  return (
    <Dialog title="Change Password" onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={send}>
        <div className="dialog__body dialog__fields">
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register("currentPassword", { required: "Password is required" })}
          />
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
          {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        </div>
        <DialogButtons
          onClose={onClose}
          action={{ label: "Change Password", doing: "Changing...", pending: change.isPending }}
        />
      </form>
    </Dialog>
  );
}

import { useNavigate } from "react-router";
import { useResetPassword } from "../../api/accounts.ts";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { usePlainForm } from "../../ui/plain-form.ts";
import type { LinkFormProps } from "./link-form.ts";
import { NewPasswordField, personRules } from "./person-fields.tsx";

const rules = { password: personRules.password };

export function ResetForm({ token, link }: LinkFormProps) {
  const reset = useResetPassword();
  const navigate = useNavigate();
  const { onSubmit, field } = usePlainForm(rules, ({ password }) =>
    reset.mutate({ token, password }, { onSuccess: () => navigate("/auth", { replace: true }) }),
  );
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <p className="dim">For {link.email}. Every browser that is signed in with the old password is signed out.</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordField label="New password" field={field} />
      <SubmitButton label="Save the password" doing="Saving..." pending={reset.isPending} />
    </form>
  );
}

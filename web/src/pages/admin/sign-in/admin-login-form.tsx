import { useState } from "react";
import { useAdminSignIn, wantsCode } from "../../../api/admin/sign-in.ts";
import { CodeStep } from "../../../components/sign-in/code-step.tsx";
import { RemainingWait, useRemainingWait } from "../../../components/sign-in/remaining-wait.tsx";
import { SubmitButton } from "../../../components/sign-in/submit-button.tsx";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import { type Rule, required, usePlainForm } from "../../../ui/plain-form.ts";

type Field = "email" | "password" | "code";
const credentials: Record<Field, Rule[]> = { email: [required("Email")], password: [required("Password")], code: [] };
const withCode = { ...credentials, code: [required("Code")] };

/** Email and password, then a code if two-factor sign-in is on; the first step keeps its values. */
export function AdminLoginForm() {
  const signIn = useAdminSignIn();
  const [asksForCode, setAsksForCode] = useState(false);
  const wait = useRemainingWait(signIn.error);
  const { onSubmit, field } = usePlainForm(asksForCode ? withCode : credentials, ({ code, ...input }) => {
    if (wait > 0) return;
    signIn.mutate(asksForCode ? { ...input, code } : input, {
      onError: (error) => wantsCode(error) && setAsksForCode(true),
    });
  });
  const email = field("email");
  /** The wait applies to the refused email: another one may be tried at once. */
  function changeEmail() {
    email.onChange();
    if (wait > 0) signIn.reset();
  }
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <div className="auth__fields" hidden={asksForCode}>
        <TextField label="Email" type="email" large autoComplete="username" {...email} onChange={changeEmail} />
        <PasswordField label="Password" large autoComplete="current-password" {...field("password")} />
      </div>
      {asksForCode && <CodeStep field={field("code")} back={() => setAsksForCode(false)} />}
      <RemainingWait seconds={wait} />
      <SubmitButton label="Sign In" doing="Signing in..." pending={signIn.isPending} waits={wait > 0} />
    </form>
  );
}

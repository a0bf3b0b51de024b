import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useSignIn } from "../../api/accounts.ts";
import { ApiError } from "../../api/client.ts";
import { RemainingWait, useRemainingWait } from "../../components/sign-in/remaining-wait.tsx";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { UsernameField } from "../../components/sign-in/username-field.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { type Rule, required, usePlainForm } from "../../ui/plain-form.ts";

// Loaded on demand: most users sign in without it.
const CodeStep = lazy(async () => ({ default: (await import("../../components/sign-in/code-step.tsx")).CodeStep }));

type Field = "username" | "password" | "code";
const credentials: Record<Field, Rule[]> = {
  username: [required("Username")],
  password: [required("Password")],
  code: [],
};
const withCode = { ...credentials, code: [required("Code")] };

/** Username and password; with two-factor sign-in, a code in a second step. The first step keeps its values. */
export function SignInForm() {
  const signIn = useSignIn();
  const [asksForCode, setAsksForCode] = useState(false);
  const wait = useRemainingWait(signIn.error);
  const { onSubmit, field } = usePlainForm(asksForCode ? withCode : credentials, ({ code, ...input }) => {
    if (wait > 0) return;
    signIn.mutate(asksForCode ? { ...input, code } : input, {
      onError: (error) => error instanceof ApiError && error.code === "two-factor-needed" && setAsksForCode(true),
    });
  });
  return (
    <form className="auth__fields" method="post" noValidate onSubmit={onSubmit}>
      <div className="auth__fields" hidden={asksForCode}>
        <UsernameField field={field("username")} wait={wait} reset={signIn.reset} />
        <div>
          <PasswordField label="Password" large autoComplete="current-password" {...field("password")} />
          <p className="auth__forgot">
            <Link className="sm" to="/auth/forgot">
              Forgotten your password?
            </Link>
          </p>
        </div>
      </div>
      <Suspense fallback={null}>
        {asksForCode && <CodeStep field={field("code")} back={() => setAsksForCode(false)} />}
      </Suspense>
      <RemainingWait seconds={wait} />
      <SubmitButton label="Sign In" doing="Signing in..." pending={signIn.isPending} waits={wait > 0} />
    </form>
  );
}

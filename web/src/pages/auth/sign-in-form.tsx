import { useSignIn } from "../../api/accounts.ts";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { required, usePlainForm } from "../../ui/plain-form.ts";

const rules = { username: [required("Username")], password: [required("Password")] };

export function SignInForm() {
  const signIn = useSignIn();
  const { onSubmit, field } = usePlainForm(rules, (input) => signIn.mutate(input));
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <TextField
        label="Username or email"
        large
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("username")}
      />
      <PasswordField label="Password" large autoComplete="current-password" {...field("password")} />
      <button className="btn btn--primary btn--lg btn--wide" type="submit" disabled={signIn.isPending}>
        {signIn.isPending ? "Signing in..." : "Sign In"}
      </button>
    </form>
  );
}

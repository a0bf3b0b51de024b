import { passwordLength, usernameLength } from "@sheaf/contracts/limits.ts";
import { useSignUp } from "../../api/accounts.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { between, required, shaped, usePlainForm } from "../../ui/plain-form.ts";

const rules = {
  firstName: [required("First name")],
  lastName: [required("Last name")],
  practiceName: [],
  email: [required("Email"), shaped(emailPattern, emailMessage)],
  username: [
    required("Username"),
    between(usernameLength.min, usernameLength.max),
    shaped(/^[A-Za-z0-9._-]+$/, "Use letters, digits, dots, hyphens and underscores"),
  ],
  password: [required("Password"), between(passwordLength.min, passwordLength.max)],
};

export function SignUpForm() {
  const signUp = useSignUp();
  const { onSubmit, field } = usePlainForm(rules, ({ practiceName, ...input }) =>
    signUp.mutate(practiceName ? { ...input, practiceName } : input),
  );
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <div className="pair">
        <TextField label="First name" large autoComplete="given-name" {...field("firstName")} />
        <TextField label="Last name" large autoComplete="family-name" {...field("lastName")} />
      </div>
      <TextField
        label="Practice name"
        optional
        large
        maxLength={120}
        autoComplete="organization"
        {...field("practiceName")}
      />
      <TextField label="Email" type="email" large autoComplete="email" {...field("email")} />
      <TextField
        label="Username"
        large
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("username")}
      />
      <PasswordField
        label="Password"
        large
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters`}
        {...field("password")}
      />
      <button className="btn btn--primary btn--lg btn--wide" type="submit" disabled={signUp.isPending}>
        {signUp.isPending ? "Creating account..." : "Create account"}
      </button>
      <p className="mute sm">
        By signing up you confirm that you are 18 or over and accept the Terms and the Privacy Policy.
      </p>
    </form>
  );
}

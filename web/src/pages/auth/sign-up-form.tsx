import { useSignUp } from "../../api/accounts.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { TextField } from "../../ui/field.tsx";
import { required, shaped, usePlainForm } from "../../ui/plain-form.ts";
import { AccessFields, NameFields, personRules } from "./person-fields.tsx";
import { SignUpTerms } from "./terms-line.tsx";

const { firstName, lastName, username, password } = personRules;
const rules = {
  ...{ firstName, lastName, practiceName: [] },
  email: [required("Email"), shaped(emailPattern, emailMessage)],
  ...{ username, password },
};

export function SignUpForm() {
  const signUp = useSignUp();
  const { onSubmit, field } = usePlainForm(rules, ({ practiceName, ...input }) =>
    signUp.mutate(practiceName ? { ...input, practiceName } : input),
  );
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <NameFields field={field} />
      <TextField
        label="Practice name"
        optional
        large
        maxLength={120}
        autoComplete="organization"
        {...field("practiceName")}
      />
      <TextField label="Email" type="email" large autoComplete="email" {...field("email")} />
      <AccessFields field={field} />
      <button className="btn btn--primary btn--lg btn--wide" type="submit" disabled={signUp.isPending}>
        {signUp.isPending ? "Creating account..." : "Create account"}
      </button>
      <SignUpTerms />
    </form>
  );
}

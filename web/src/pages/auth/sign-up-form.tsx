import { useState } from "react";
import { useSignUp } from "../../api/accounts.ts";
import { ApiError } from "../../api/client.ts";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { FieldError, TextField } from "../../ui/field.tsx";
import { required, shaped, usePlainForm } from "../../ui/plain-form.ts";
import { AccessFields, NameFields, personRules } from "./person-fields.tsx";
import { SignUpTerms } from "./terms-line.tsx";

const { firstName, lastName, username, password } = personRules;
const rules = {
  firstName,
  lastName,
  practiceName: [required("Practice name")],
  email: [required("Email"), shaped(emailPattern, emailMessage)],
  username,
  password,
};

interface SignUpFormProps {
  /** A payment made before there was an account: the account starts with it. */
  payment?: { token: string; email: string };
}

export function SignUpForm({ payment }: SignUpFormProps) {
  const signUp = useSignUp();
  const [invalid, setInvalid] = useState<string>();
  const { onSubmit, field } = usePlainForm(rules, (input) => {
    const claim = payment && !invalid ? { claimToken: payment.token } : {};
    signUp.mutate(
      { ...input, ...claim },
      {
        onError: (error) => error instanceof ApiError && error.code === "claim-invalid" && setInvalid(error.sentence),
      },
    );
  });
  return (
    <form className="auth__fields" method="post" noValidate onSubmit={onSubmit}>
      <NameFields field={field} />
      <TextField label="Practice name" large maxLength={120} autoComplete="organization" {...field("practiceName")} />
      <TextField
        label="Email"
        type="email"
        large
        autoComplete="email"
        defaultValue={payment?.email}
        {...field("email")}
      />
      <AccessFields field={field} />
      {invalid && <FieldError>{invalid} You can create your account without the payment.</FieldError>}
      <SubmitButton label="Create account" doing="Creating account..." pending={signUp.isPending} />
      <SignUpTerms />
    </form>
  );
}

import { linkLife } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Info } from "lucide-react";
import { Link } from "react-router";
import { useForgotPassword } from "../../api/accounts.ts";
import { installationQuery } from "../../api/installation.ts";
import { RemainingWait, useRemainingWait } from "../../components/sign-in/remaining-wait.tsx";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { TextField } from "../../ui/field.tsx";
import { required, shaped, usePlainForm } from "../../ui/plain-form.ts";
import { AuthFrame } from "./auth-frame.tsx";

const rules = { email: [required("Email"), shaped(emailPattern, emailMessage)] };

/** Whoever forgot their password gets a link by email, or hears whom to ask where no email is sent. */
export function ForgotPage() {
  const installation = useQuery(installationQuery);
  if (installation.isPending) return <PageSpinner />;
  const silent = installation.data?.mailTransport === "outbox";
  return (
    <AuthFrame title="Forgotten password" heading="Forgotten your password?">
      {silent ? <AskTheOperator email={installation.data?.supportEmail ?? ""} /> : <AskForLink />}
      <p className="sm">
        <Link to="/auth">Back to Sign In</Link>
      </p>
    </AuthFrame>
  );
}

function AskTheOperator({ email }: { email: string }) {
  return (
    <div className="callout">
      <Info className="i" aria-hidden />
      <p>
        This installation sends no email. Ask whoever runs it for a link to choose a new password:{" "}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </div>
  );
}

function AskForLink() {
  const forgot = useForgotPassword();
  const wait = useRemainingWait(forgot.error);
  const { onSubmit, field } = usePlainForm(rules, ({ email }) => {
    if (wait === 0) forgot.mutate(email);
  });
  const email = field("email");
  /** The wait is that of the address that was refused: another may be tried at once. */
  function changeEmail() {
    email.onChange();
    if (wait > 0) forgot.reset();
  }
  return (
    <form className="auth__fields" method="post" noValidate onSubmit={onSubmit}>
      <p className="dim">Give the email address of your account. A link to choose a new password comes by email.</p>
      <TextField label="Email" type="email" large autoComplete="email" {...email} onChange={changeEmail} />
      {forgot.isSuccess && (
        <div className="callout callout--ok" role="status">
          <CircleCheck className="i" aria-hidden />
          <p>
            If there is an account with {forgot.variables}, a link is on its way. It works once, within{" "}
            {linkLife.resetMinutes} minutes.
          </p>
        </div>
      )}
      <RemainingWait seconds={wait} />
      <SubmitButton label="Send the link" doing="Sending..." pending={forgot.isPending} waits={wait > 0} />
    </form>
  );
}

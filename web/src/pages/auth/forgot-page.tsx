import { linkLife } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useForgotPassword } from "../../api/accounts.ts";
import { installationQuery } from "../../api/installation.ts";
import { DemoInbox } from "../../components/demo/demo-inbox.tsx";
import { RemainingWait, useRemainingWait } from "../../components/sign-in/remaining-wait.tsx";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { UsernameField } from "../../components/sign-in/username-field.tsx";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { Callout } from "../../ui/callout.tsx";
import { required, usePlainForm } from "../../ui/plain-form.ts";
import { AuthFrame } from "./auth-frame.tsx";

const rules = { username: [required("Username or email")] };

/** Sends a link by email to a user who forgot their password, or says whom to ask where no email is sent. */
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
    <Callout>
      This installation sends no email. Ask its operator for a link to choose a new password:{" "}
      <a href={`mailto:${email}`}>{email}</a>.
    </Callout>
  );
}

function AskForLink() {
  const forgot = useForgotPassword();
  const wait = useRemainingWait(forgot.error);
  const { onSubmit, field } = usePlainForm(rules, (input) => {
    if (wait === 0) forgot.mutate(input);
  });
  return (
    <form className="auth__fields" method="post" noValidate onSubmit={onSubmit}>
      <p className="dim">
        Enter your username or the email address of your account. We send a link to choose a new password to that
        account’s email address.
      </p>
      <UsernameField field={field("username")} wait={wait} reset={forgot.reset} />
      {forgot.isSuccess && (
        <Callout kind="ok" role="status">
          If there is an account for {forgot.variables.username}, a link is on its way to its email address. It works
          once, within {linkLife.resetMinutes} minutes.
        </Callout>
      )}
      <DemoInbox />
      <RemainingWait seconds={wait} />
      <SubmitButton label="Send the link" doing="Sending..." pending={forgot.isPending} waits={wait > 0} />
    </form>
  );
}

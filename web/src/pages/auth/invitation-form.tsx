import { useNavigate } from "react-router";
import { useAcceptInvitation, useUser } from "../../api/accounts.ts";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { startPage } from "../../shell/session/start-page.ts";
import { Callout } from "../../ui/callout.tsx";
import { usePlainForm } from "../../ui/plain-form.ts";
import type { LinkFormProps } from "./link-form.ts";
import { AccessFields, NameFields, personRules } from "./person-fields.tsx";
import { SignUpTerms } from "./terms-line.tsx";

export function InvitationForm({ token, link }: LinkFormProps) {
  const accept = useAcceptInvitation();
  const { data: user } = useUser();
  const navigate = useNavigate();
  const { onSubmit, field } = usePlainForm(personRules, (input) =>
    accept.mutate({ token, ...input }, { onSuccess: () => navigate(startPage, { replace: true }) }),
  );
  return (
    <form className="auth__fields" noValidate onSubmit={onSubmit}>
      <p className="dim">
        {link.practiceName} invites {link.email}. Choose how you will sign in.
      </p>
      {user && (
        <Callout>
          You are signed in as {user.username}. Joining signs you out and signs you in with the new account.
        </Callout>
      )}
      <NameFields field={field} />
      <AccessFields field={field} />
      <SubmitButton label={`Join ${link.practiceName}`} doing="Joining..." pending={accept.isPending} />
      <SignUpTerms />
    </form>
  );
}

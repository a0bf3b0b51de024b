import type { Link as EmailedLink, LinkKind } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { linkQuery } from "../../api/accounts.ts";
import { isStatus } from "../../api/client.ts";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { Callout } from "../../ui/callout.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { LoadError } from "../../ui/states.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { ResetForm } from "./reset-form.tsx";
import { VerifyForm } from "./verify-form.tsx";

const views = {
  reset: { title: "New password", heading: () => "Choose a new password", Form: ResetForm },
  verify: { title: "Confirm your address", heading: () => "Confirm your email address", Form: VerifyForm },
  invitation: {
    title: "Invitation",
    heading: ({ practiceName }: EmailedLink) => `Join ${practiceName}`,
    Form: InvitationForm,
  },
};

/** The page behind an emailed link. It shows whether the link still works before anything is typed. */
export function LinkPage({ kind }: { kind: LinkKind }) {
  const [query] = useSearchParams();
  const token = query.get("token") ?? "";
  const { data: link, error, isPending, refetch } = useQuery(linkQuery(token));
  if (isPending) return <PageSpinner />;
  if (link?.kind === kind) {
    const { title, heading, Form } = views[kind];
    return (
      <AuthFrame title={title} heading={heading(link)}>
        <Form token={token} link={link} />
      </AuthFrame>
    );
  }
  if (error && !isStatus(error, 410) && !isStatus(error, 400)) {
    return (
      <AuthFrame title={views[kind].title} heading="Link not checked">
        <LoadError what="The link" error={error} retry={() => void refetch()} />
      </AuthFrame>
    );
  }
  return (
    <DeadLink
      kind={kind}
      why={error ? sentenceOf(error) : "This link is for another purpose. Open it from the email again."}
    />
  );
}

const ways = {
  reset: { to: "/auth/forgot", label: "Ask for another link" },
  verify: { to: "/auth", label: "Sign In" },
  invitation: { to: "/auth", label: "Sign In" },
};

function DeadLink({ kind, why }: { kind: LinkKind; why: string }) {
  const { to, label } = ways[kind];
  return (
    <AuthFrame title={views[kind].title} heading="This link no longer works">
      <Callout kind="bad" role="alert">
        {why}
      </Callout>
      <Link className="btn btn--primary btn--lg btn--wide" to={to}>
        {label}
      </Link>
    </AuthFrame>
  );
}

import { Link } from "react-router";
import { useUser, useVerifyEmail } from "../../api/accounts.ts";
import { startPage } from "../../shell/session/start-page.ts";
import { Callout } from "../../ui/callout.tsx";
import type { LinkFormProps } from "./link-form.ts";

/** Confirms an address with a button: mail scanners follow links, but press no buttons. */
export function VerifyForm({ token, link }: LinkFormProps) {
  const verify = useVerifyEmail();
  const { data: user } = useUser();
  if (verify.isSuccess) {
    return (
      <>
        <Callout kind="ok" role="status">
          {link.email} is confirmed.
        </Callout>
        <Link className="btn btn--primary btn--lg btn--wide" to={user ? startPage : "/auth"}>
          {user ? "Go to Dashboard" : "Sign In"}
        </Link>
      </>
    );
  }
  return (
    <>
      <p className="dim">
        Your account at {link.practiceName} will use <b>{link.email}</b>.
      </p>
      <button
        className="btn btn--primary btn--lg btn--wide"
        type="button"
        disabled={verify.isPending}
        onClick={() => verify.mutate(token)}
      >
        {verify.isPending ? "Confirming..." : "Confirm this address"}
      </button>
    </>
  );
}

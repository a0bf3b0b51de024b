import { MailCheck } from "lucide-react";
import { useResendVerification } from "../../api/security.ts";

/** Sends the link that confirms the user's own email address again. */
export function ResendLink() {
  const resend = useResendVerification();
  return (
    <button
      className="btn btn--sm"
      type="button"
      aria-label="Resend the link to confirm your email address"
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <MailCheck className="i i--14" aria-hidden />
      {resend.isPending ? "Sending..." : "Resend"}
    </button>
  );
}

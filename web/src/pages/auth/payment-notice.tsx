import type { Claim } from "@sheaf/contracts/orders.ts";
import { CircleCheck } from "lucide-react";
import { Callout } from "../../ui/callout.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { pounds } from "../../ui/words.ts";

interface PaymentNoticeProps {
  /** What was paid; undefined when only the fact of a payment is known. */
  claim: Claim | undefined;
  /** Why the link to a payment is not valid. */
  invalid: Error | null;
}

/** Shows a payment made before there was an account, and that signing up comes next. */
export function PaymentNotice({ claim, invalid }: PaymentNoticeProps) {
  if (invalid) {
    return (
      <Callout kind="bad" role="alert">
        {sentenceOf(invalid)}
      </Callout>
    );
  }
  return (
    <div className="callout callout--ok" role="status">
      <CircleCheck className="i" aria-hidden />
      <div>
        <p>Payment successful! Create your account to start using the product.</p>
        {claim && (
          <p className="sm num">
            {claim.planName}, {pounds(claim.paidPence)}. If your practice already has an account, sign in to add the
            payment to it.
          </p>
        )}
        {claim?.state === "waiting" && (
          <p className="sm">PayPal has not released the payment yet. Your subscription starts when it does.</p>
        )}
      </div>
    </div>
  );
}

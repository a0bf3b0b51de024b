import type { User } from "@sheaf/contracts/accounts.ts";
import type { Claim } from "@sheaf/contracts/orders.ts";
import { CircleCheck } from "lucide-react";
import { useClaim, useKeptClaim } from "../../api/claims.ts";
import { pounds } from "../../ui/words.ts";

/** Offers a payment made in this browser before signing in, to be added to the practice. */
export function ClaimOffer({ user, onAdded }: { user: User; onAdded(state: Claim["state"]): void }) {
  const { token, claim } = useKeptClaim();
  const take = useClaim();
  if (!token || !claim) return null;
  const owner = user.role === "owner";
  return (
    <section className="callout callout--ok" aria-label="Payment to add">
      <CircleCheck className="i" aria-hidden />
      <div className="grow">
        <p>
          <b>
            {pounds(claim.paidPence)} was paid for {claim.planName} by {claim.email}
          </b>{" "}
          before you signed in.
          {claim.state === "waiting" && " PayPal has not released the payment yet, but you can add it now."}
        </p>
        {owner ? (
          <p>
            <button
              className="btn btn--primary"
              type="button"
              disabled={take.isPending}
              onClick={() => take.mutate(token, { onSuccess: () => onAdded(claim.state) })}
            >
              {take.isPending ? "Adding..." : `Add Payment to ${user.practice.name}`}
            </button>
          </p>
        ) : (
          <p>Only the owner of {user.practice.name} can add it, using the link in the email.</p>
        )}
      </div>
    </section>
  );
}

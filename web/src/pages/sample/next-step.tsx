import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { subscriptionQuery } from "../../api/billing.ts";
import { useDraftActions } from "../../components/draft/draft-provider.tsx";

/** Next step after the sample: a plan for a practice without one, otherwise an upload of its own. */
export function NextStep({ primary = false }: { primary?: boolean }) {
  const { data: subscription } = useQuery(subscriptionQuery);
  const { openDialog } = useDraftActions();
  const look = primary ? "btn btn--lg btn--primary" : "btn btn--lg";
  if (subscription?.status === "active") {
    return (
      <button className={look} type="button" onClick={() => openDialog()}>
        Upload your own papers
      </button>
    );
  }
  return (
    <Link className={look} to="/pricing">
      Choose a plan
    </Link>
  );
}

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import { subscriptionQuery } from "../../api/billing.ts";
import { date } from "../../ui/dates.ts";
import { renewPath } from "./renew-path.ts";

export function RenewBar() {
  const { data } = useQuery(subscriptionQuery);
  const { pathname } = useLocation();
  // That page shows the same in detail.
  if (!data || pathname === "/subscription-expired") return null;
  return (
    <section className="renew" aria-label="Subscription">
      <TriangleAlert className="i" aria-hidden />
      <p>
        <b>
          Your {data.plan.name} subscription ended on {date(data.currentPeriodEnd)}.
        </b>{" "}
        Uploading and retrying are paused; everything can still be read and downloaded.
      </p>
      <Link className="btn" to={renewPath(data.plan.slug)}>
        Renew
      </Link>
    </section>
  );
}

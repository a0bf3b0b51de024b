import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { subscriptionQuery } from "../api/billing.ts";
import { date } from "../ui/dates.ts";

export function RenewBar() {
  const { data } = useQuery(subscriptionQuery);
  if (!data) return null;
  return (
    <section className="renew" aria-label="Subscription">
      <TriangleAlert className="i" aria-hidden />
      <p>
        <b>
          Your {data.plan.name} subscription ended on {date(data.currentPeriodEnd)}.
        </b>{" "}
        Uploading and retrying are paused; everything can still be read and downloaded.
      </p>
      <Link className="btn" to="/pricing">
        Renew
      </Link>
    </section>
  );
}

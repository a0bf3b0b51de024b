import { useQuery } from "@tanstack/react-query";
import { waitingMoneyQuery } from "../../../api/admin/money.ts";
import { LoadError, SkeletonRows } from "../../../ui/states.tsx";
import { MoneyDifferences } from "./money-differences.tsx";
import { MismatchedOrders, UnclaimedOrders } from "./money-orders.tsx";
import { MoneyRefunds } from "./money-refunds.tsx";

/** Money that waits for a person: requests to decide, and what PayPal and the books do not tell alike. */
export function Money() {
  const { data, error, refetch } = useQuery(waitingMoneyQuery);
  if (!data) {
    return (
      <section className="card">
        {error ? (
          <LoadError what="What waits" error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows label="Loading what waits" />
        )}
      </section>
    );
  }
  return (
    <>
      <MoneyRefunds refunds={data.refunds} />
      <UnclaimedOrders orders={data.unclaimed} />
      <MismatchedOrders orders={data.mismatched} />
      <MoneyDifferences differences={data.differences} />
    </>
  );
}

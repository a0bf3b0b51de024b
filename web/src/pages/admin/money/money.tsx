import { useQuery } from "@tanstack/react-query";
import { waitingMoneyQuery } from "../../../api/admin/money.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { MoneyDifferences } from "./money-differences.tsx";
import { MismatchedOrders, UnclaimedOrders } from "./money-orders.tsx";
import { MoneyRefunds } from "./money-refunds.tsx";

/** Money that waits for an administrator: refunds to decide, and differences between PayPal and the ledger. */
export function Money() {
  const money = useQuery(waitingMoneyQuery);
  if (!money.data) {
    return (
      <section className="card">
        <NotLoaded query={money} what="The waiting items" rows={5} label="Loading the waiting items" />
      </section>
    );
  }
  const { refunds, unclaimed, mismatched, differences } = money.data;
  return (
    <>
      <MoneyRefunds refunds={refunds} />
      <UnclaimedOrders orders={unclaimed} />
      <MismatchedOrders orders={mismatched} />
      <MoneyDifferences differences={differences} />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { waitingMoneyQuery } from "../../../api/admin/money.ts";
import { NotLoadedCard } from "../../../ui/not-loaded.tsx";
import { MoneyDifferences } from "./money-differences.tsx";
import { MismatchedOrders, UnclaimedOrders } from "./money-orders.tsx";
import { MoneyRefunds } from "./money-refunds.tsx";

/** Money that waits for an administrator: refunds to decide, and differences between PayPal and the ledger. */
export function Money() {
  const money = useQuery(waitingMoneyQuery);
  if (!money.data) {
    return <NotLoadedCard query={money} what="The waiting items" rows={5} label="Loading the waiting items" />;
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
